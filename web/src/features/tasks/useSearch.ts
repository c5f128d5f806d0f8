import { useMemo } from 'react';
import type { ListParams } from '@/kit/list/list-params';
import { keep } from '@/kit/tree/flatten';
import type { TaskTree } from '@/shared/tasks/task-tree';
import { matcher, narrowing } from './tree-params';

/** What the filters leave of a project's tasks. */
export function useSearch(data: TaskTree | undefined, filters: ListParams['filters']) {
  // The filters are a new object after every change of the address, whatever of it changed.
  const asked = JSON.stringify(narrowing(filters));
  const matches = useMemo(() => matcher(JSON.parse(asked)), [asked]);
  const found = useMemo(() => (data && matches ? keep(data.tree, matches) : undefined), [data, matches]);
  return {
    /** What is searched for, as a key; empty for nothing. */
    key: matches ? asked : '',
    matches,
    /** Which nodes are shown; undefined for all of them. */
    kept: found?.kept,
    /** How many match; undefined when nothing is searched for. */
    matching: found?.matching,
  };
}
