import { useQuery } from '@connectrpc/connect-query';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { t } from '@/i18n/tree';
import { userMessage } from '@/kit/errors';
import { PACE } from '@/kit/pace';

const words = t.taskTree.picker;
const SHOWN = 20;

/** The newest projects, or those whose names contain the text. */
export const projectsRequest = (projectName: string, size = SHOWN) => ({
  projectName,
  pagination: { page: 0, size },
  sort: { field: 'createdAt', direction: 'desc' },
  withoutSums: true,
});

/** Chooses a project: the newest ones at once, any other by typing. */
export function ProjectPicker({ value, onChange }: { value: string | undefined; onChange: (id: string) => void }) {
  const api = ProjectService.method;
  const chosen = useQuery(api.getProject, { id: value ?? '', withoutSums: true }, { enabled: value !== undefined });
  const name = chosen.data?.projectName;
  const [text, setText] = useState('');
  const typed = text.trim() === name ? '' : text.trim();
  const [settled] = useDebouncedValue(typed, PACE.typeAhead);
  const found = useQuery(api.filterProjects, projectsRequest(settled), { placeholderData: keepPreviousData });
  const options = (found.data?.content ?? []).map(({ id, projectName }) => ({ value: id, label: projectName }));
  // What is chosen has to be among the choices to be shown by its name.
  if (value !== undefined && name !== undefined && !typed && !options.some((option) => option.value === value)) {
    options.unshift({ value, label: name });
  }
  return (
    <Select
      label={t.work.project}
      placeholder={words.placeholder}
      searchable
      allowDeselect={false}
      data={options}
      // The server has done it already.
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(id) => id && id !== value && onChange(id)}
      error={found.isError ? userMessage(found.error, words.failed) : undefined}
      nothingFoundMessage={found.isFetching ? t.form.searching : t.form.nothingFound(typed)}
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: 'auto' } }}
      rightSection={found.isFetching || chosen.isFetching ? <Loader size={16} /> : undefined}
    />
  );
}
