import { useQuery } from '@connectrpc/connect-query';
import { Anchor, TextInput } from '@mantine/core';
import { Link } from 'react-router';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import type { CustomInputProps } from '@/kit/form/fields';

/** The title of the task above; a task is moved in the tree and not by its form. */
function useTitle(id: string): string {
  const { data } = useQuery(TaskService.method.getTask, { id }, { enabled: id !== '' });
  if (id === '') return t.tasks.topLevel;
  return data?.title ?? t.common.loading;
}

/** Shows in a form below which task this one lies. */
export function ParentInput({ id, label, value, error, locked }: CustomInputProps) {
  return <TextInput id={id} label={label} description={locked} error={error} readOnly value={useTitle(value)} />;
}

/** Leads from a task to the one above. */
export function ParentLink({ id }: { id: string }) {
  const title = useTitle(id);
  if (id === '') return title;
  return (
    <Anchor component={Link} to={`/project-tasks/${id}`} fz="inherit">
      {title}
    </Anchor>
  );
}
