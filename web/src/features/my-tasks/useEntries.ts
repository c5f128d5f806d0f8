import { createConnectQueryKey } from '@connectrpc/connect-query';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { type FilterTasksResponse, TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { PACE } from '@/kit/pace';
import { keysOf, readAnew } from '@/kit/stale';
import { withRecorded } from './entries';
import { sendWaiting } from './send-waiting';
import {
  addEntry,
  dropEntry,
  type Entry,
  onSent,
  onTakenElsewhere,
  retryEntry,
  takeBackEntry,
  waitingEntries,
} from './waiting';
import { subscribeWaiting } from './waiting-keys';

const send = () => void sendWaiting().catch(() => undefined);

/**
 * What was entered and isn't stored yet, and ways to enter more. What the server has stored goes into the list that is
 * shown, which stays as it is otherwise: a task that is done doesn't vanish under the finger.
 */
export function useEntries() {
  const entries = useSyncExternalStore(subscribeWaiting, waitingEntries);
  const [before] = useDebouncedValue(entries, PACE.patience);
  const queries = useQueryClient();

  useEffect(
    () =>
      onSent((stored) => {
        queries.setQueriesData<FilterTasksResponse>(
          { queryKey: createConnectQueryKey({ schema: TaskService.method.filterTasks, cardinality: 'finite' }) },
          (list) =>
            list && {
              ...list,
              content: list.content.map((task) => (task.id === stored.id ? withRecorded(task, stored) : task)),
            },
        );
      }),
    [queries],
  );

  // What another tab has sent was answered there. Read at once, in sight or not: its entries no longer lie over the list.
  useEffect(() => onTakenElsewhere(() => void readAnew(queries, keysOf([TaskService.method.filterTasks]))), [queries]);

  // What waits from an earlier visit.
  useEffect(() => {
    send();
    window.addEventListener('online', send);
    return () => window.removeEventListener('online', send);
  }, []);

  const enter = useCallback((task: Task, entry: Entry) => {
    const { id: taskId, title, version } = task;
    const id = addEntry({ taskId, title, version: String(version), ...entry });
    send();
    return id;
  }, []);
  const takeBack = useCallback(
    (task: Task, id: string, before: Entry) => {
      const waiting = waitingEntries().filter(({ taskId }) => taskId === task.id);
      const refused = waiting.find(({ problem }) => problem);
      if (waiting.some((one) => one.id === id && (one.problem || !one.tried))) {
        takeBackEntry(id);
        send();
      } else if (refused) dropEntry(refused.id);
      else enter(task, before);
    },
    [enter],
  );
  const again = useCallback((id: string) => {
    retryEntry(id);
    send();
  }, []);

  return {
    entries,
    /**
     * Those that have waited for a while, and will go on waiting for the connection. By task: what is entered again is
     * another entry, and the page must not jump under the finger.
     */
    stuck: entries.filter(({ taskId, problem }) => !problem && before.some((one) => one.taskId === taskId)),
    /** Returns the entry's name. */
    enter,
    /**
     * Takes an entry back by its name. Where the server can't have it, it is given up; otherwise what the task was before is
     * entered, and what others entered since is a conflict.
     */
    takeBack,
    again,
    drop: dropEntry,
    send,
  };
}
