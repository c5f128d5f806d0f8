import { createConnectQueryKey, useTransport } from '@connectrpc/connect-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { afterWrite } from '@/kit/write';
import { readTaskTree, type TaskTree } from './task-tree';

const STALE_MS = 30_000;
const TREE = 'tree';
/**
 * Trees beyond this size are not read again each time that somebody comes back to the window; but they are when another tab of
 * the browser has changed something.
 */
const SMALL = 5000;

/** Part of the service's answers, so that whatever makes those stale makes the tree stale too. */
const treeKey = (projectId: string) => [
  ...createConnectQueryKey({ schema: TaskService, cardinality: 'finite' }),
  TREE,
  projectId,
];

/** A project's tasks: what has arrived is there at once, the rest follows. Without a project nothing is read. */
export function useTaskTree(projectId: string | undefined) {
  const transport = useTransport();
  const queries = useQueryClient();
  const queryKey = useMemo(() => treeKey(projectId ?? ''), [projectId]);

  const query = useQuery<TaskTree>({
    queryKey,
    queryFn: ({ signal }) =>
      readTaskTree(transport, projectId ?? '', signal, (part) => {
        // A tree that is there already stays until the newer one is complete: rows should not go away meanwhile.
        // Until then nothing counts as read.
        if (!queries.getQueryData<TaskTree>(queryKey)?.complete) queries.setQueryData(queryKey, part, { updatedAt: 0 });
      }),
    enabled: projectId !== undefined,
    // Two trees are two objects; comparing them node by node would take longer than reading them.
    structuralSharing: false,
    staleTime: ({ state }) => (state.data?.complete ? STALE_MS : 0),
    refetchOnWindowFocus: ({ state }) => (state.data?.total ?? 0) <= SMALL,
  });

  /** Reads it all again; what is there stays until then. */
  const reload = useCallback(() => queries.invalidateQueries({ queryKey }), [queries, queryKey]);

  /** The tree as it is now, for whoever waited for something. */
  const current = useCallback(() => queries.getQueryData<TaskTree>(queryKey), [queries, queryKey]);

  const dropped = useRef(false);

  /** Changes the tree in place and shows it. What is being read meanwhile is older than that, and dropped. */
  const change = useCallback(
    (edit: (tree: TaskTree) => void) => {
      const now = current();
      if (!now) return;
      if (now.complete && queries.isFetching({ queryKey }) > 0) {
        dropped.current = true;
        void queries.cancelQueries({ queryKey });
      }
      edit(now);
      const next = { ...now, total: now.complete ? now.tree.size : now.total };
      // The rest of the tree is no newer than it was, and if it could not be read again, that still holds.
      queries.getQueryCache().find<TaskTree>({ queryKey, exact: true })?.setState({ data: next });
    },
    [queries, queryKey, current],
  );

  /** Once the server has taken a change: all else that tells of tasks is read anew. */
  const settle = useCallback(() => {
    afterWrite(queries, [TaskService, ProjectService], ({ queryKey }) => !queryKey.includes(TREE));
    if (dropped.current) void reload();
    dropped.current = false;
  }, [queries, reload]);

  return {
    projectId,
    data: query.data,
    error: query.error,
    isFetching: query.isFetching,
    current,
    change,
    reload,
    settle,
  };
}
