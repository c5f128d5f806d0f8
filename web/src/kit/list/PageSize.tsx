import { Autocomplete } from '@mantine/core';
import { useState } from 'react';
import { t } from '@/i18n/t';
import { pageSizeOf } from './list-params';

const SUGGESTIONS = ['10', '25', '50', '100'];

/** Rows per page: any whole number from 1, with the usual ones suggested. */
export function PageSize({ size, onChange }: { size: number; onChange: (size: number) => void }) {
  const [text, setText] = useState<string>();
  const commit = (typed: string) => {
    setText(undefined);
    const next = pageSizeOf(typed);
    if (next !== size) onChange(next);
  };
  return (
    <Autocomplete
      label={t.list.pageSize}
      size="sm"
      w={108}
      inputMode="numeric"
      autoComplete="off"
      withScrollArea={false}
      data={SUGGESTIONS}
      // The list is a set of suggestions and not a search: all of them stay in view.
      filter={({ options }) => options}
      value={text ?? String(size)}
      onChange={setText}
      onOptionSubmit={commit}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => text !== undefined && commit(text)}
      onKeyDown={(event) => event.key === 'Enter' && text !== undefined && commit(text)}
    />
  );
}
