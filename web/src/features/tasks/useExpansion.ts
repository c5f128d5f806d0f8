import { useCallback, useState } from 'react';
import type { Expansion } from '@/kit/tree/flatten';
import { MAX_LEVEL } from '@/shared/tasks/task-node';
import { rememberView, treeView } from './view-state';

const NONE: ReadonlySet<string> = new Set();

/** Open down to a level, and nothing else. */
export const toLevel = (level: number): Expansion => ({ level, toggled: NONE });

/** Trees of up to these sizes open whole, or by one level. */
const SMALL = 200;
const MIDDLE = 2000;

function atFirst(total: number): Expansion {
  if (total <= SMALL) return toLevel(MAX_LEVEL + 1);
  return toLevel(total <= MIDDLE ? 1 : 0);
}

/**
 * What is open in a project's tree: as it was left, or by its size. What was searched for is open throughout, until
 * somebody closes some of it.
 *
 * @param search what is searched for; empty for nothing
 */
export function useExpansion(projectId: string, total: number, search: string) {
  const [own, setOwn] = useState<{ projectId: string; expansion: Expansion }>();
  const [found, setFound] = useState<{ search: string; expansion: Expansion }>();

  const whole =
    (own?.projectId === projectId ? own.expansion : undefined) ?? treeView(projectId).expansion ?? atFirst(total);
  const searched = found?.search === search ? found.expansion : toLevel(MAX_LEVEL + 1);

  const set = useCallback(
    (expansion: Expansion) => {
      if (search) return setFound({ search, expansion });
      rememberView(projectId, { expansion });
      setOwn({ projectId, expansion });
    },
    [projectId, search],
  );
  return [search ? searched : whole, set] as const;
}
