import { useTransport } from '@connectrpc/connect-query';
import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '@/i18n/t';
import { userMessage } from '@/kit/errors';
import { labelOf } from '@/kit/named';
import { PACE } from '@/kit/pace';
import type { Choice, FindChoices } from './fields';
import { scrollingList } from './scrolling-list';
import { useClear } from './useClear';

/** A search for organisations begins at this many characters; the server says the same. */
const MIN_CHARACTERS = 3;

/** What a type-ahead needs to know. */
export interface TypeAheadProps {
  find: FindChoices;
  /** The value of what isn't offered although it is found. */
  except?: string;
  /** A search begins at this many characters. */
  from?: number | undefined;
  /** The choice may be taken back. */
  clearable?: boolean;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  label: string;
  id?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  readOnly?: boolean;
  placeholder?: string;
}

/** Chooses one thing out of many by its name: the server is asked as somebody types. */
export function TypeAhead({
  find,
  except,
  from = MIN_CHARACTERS,
  clearable = false,
  value,
  onChange,
  description,
  ...input
}: TypeAheadProps) {
  const transport = useTransport();
  const { clearButtonProps, clearByKey } = useClear(input.label);
  const [text, setText] = useState(value?.label ?? '');
  const typed = text.trim();
  const [settled] = useDebouncedValue(typed, PACE.typeAhead);
  // The field opens with the name of what is chosen, and that is nothing to look for.
  const searching = typed.length >= from && typed !== value?.label;
  const query = useQuery({
    // A function is no key: the label tells what is searched for.
    queryKey: ['type-ahead', input.label, settled],
    queryFn: ({ signal }) => find(transport, settled, signal),
    enabled: searching && settled === typed,
    retry: false,
  });
  const found = searching && settled === typed ? query.data?.filter((option) => option.value !== except) : undefined;
  const named = found?.find(({ label }) => label.toLowerCase() === typed.toLowerCase());

  const progress = () => {
    if (!searching) return value?.mark ? labelOf(value) : (description ?? t.form.typeMore(from));
    if (query.isError) return userMessage(query.error, t.errors.unknown);
    if (!found) return t.form.searching;
    return found.length > 0 ? t.form.found(found.length) : t.form.nothingFound(typed);
  };

  const Mark = input.readOnly ? IconLock : IconSearch;
  const mark = query.isFetching ? <Loader size={16} /> : <Mark size={16} aria-hidden />;
  return (
    <Select
      {...input}
      {...scrollingList}
      // Said here and not in the list: a list of choices may hold nothing but choices.
      description={<span role="status">{progress()}</span>}
      searchable
      allowDeselect={false}
      data={searching ? [...(found ?? [])] : value ? [value] : []}
      // The server has done it already, by rules of its own.
      filter={({ options }) => options}
      value={value?.value ?? null}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      // Whoever has typed the whole name has chosen it.
      onBlur={() => named && onChange(named)}
      onChange={(_, option) => {
        if (option ? option.value !== value?.value : clearable) onChange(option);
      }}
      onInput={(event) => {
        if (clearable && event.currentTarget.value === '') onChange(null);
      }}
      onKeyDown={clearByKey}
      clearable={clearable}
      clearButtonProps={clearButtonProps}
      rightSection={mark}
      rightSectionPointerEvents="none"
    />
  );
}
