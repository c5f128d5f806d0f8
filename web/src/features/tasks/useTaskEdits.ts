import { createClient } from '@connectrpc/connect';
import { useTransport } from '@connectrpc/connect-query';
import { useCallback, useMemo, useRef } from 'react';
import { type Task_OnOwnFigures, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tree';
import { userMessage } from '@/kit/errors';
import { toastFailure } from '@/kit/overlay/toast';
import { isBelowItself, type Place } from '@/kit/tree/places';
import { toastEntry } from '@/shared/tasks/entry-toast';
import { disagreement, fallOf } from '@/shared/tasks/quantities';
import type { TaskStatusName } from '@/shared/tasks/status';
import { type TaskRow, taskRow } from '@/shared/tasks/task-node';
import { applyChange, removeTask } from '@/shared/tasks/task-tree';
import type { useTaskTree } from '@/shared/tasks/useTaskTree';

/** What can be changed of a task in the tree itself. */
export type QuickChange = { readonly status: TaskStatusName } | { readonly progress: number };

/**
 * Changes tasks in the tree: shown at once, then sent, one after the other, and taken back with a message when the
 * server refuses. The answer brings the new sums of all tasks above.
 */
export function useTaskEdits({ current, change, reload, settle }: ReturnType<typeof useTaskTree>) {
  const transport = useTransport();
  const client = useMemo(() => createClient(TaskService, transport), [transport]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  /** Waits for its turn. Fails as the call does, after what was shown is taken back. */
  const send = useCallback(
    <Answer>(call: () => Promise<Answer>, takeBack: () => void): Promise<Answer> => {
      const turn = queue.current.then(async () => {
        try {
          const answer = await call();
          settle();
          return answer;
        } catch (error) {
          takeBack();
          // Somebody else may have changed what this was based on.
          void reload();
          throw error;
        }
      });
      // Whoever comes next has nothing to do with the failure.
      queue.current = turn.catch(() => undefined);
      return turn;
    },
    [reload, settle],
  );

  /** Gives the task as the server has it then. */
  const write = useCallback(
    (task: TaskRow, what: QuickChange): Promise<TaskRow | undefined> => {
      const { status, progress } = current()?.tree.get(task.id) ?? task;
      const before = 'status' in what ? { status } : { progress };
      change(({ tree }) => tree.replace({ ...(tree.get(task.id) ?? task), ...what }));
      const call = async () => {
        // Not that of the row, which a change before this one may have outdated.
        const version = current()?.tree.get(task.id)?.version ?? task.version;
        const wire = 'status' in what ? { status: Task_Status[what.status] } : what;
        const answer = await client.recordTaskProgress({ id: task.id, version, ...wire });
        change((tasks) => applyChange(tasks, answer));
        return answer.task && taskRow(answer.task);
      };
      const takeBack = () =>
        change(({ tree }) => {
          const now = tree.get(task.id);
          if (now) tree.replace({ ...now, ...before });
        });
      return send(call, takeBack);
    },
    [current, change, client, send],
  );

  const record = useCallback(
    async (task: TaskRow, what: QuickChange) => {
      const before = current()?.tree.get(task.id) ?? task;
      try {
        const taken = await write(task, what);
        if (!taken || !('progress' in what)) return;
        const { progress } = before;
        // Of any other progress, the tree says enough.
        if (disagreement(taken) || fallOf(progress, taken.progress))
          toastEntry({ ...taken, progress }, taken, () => write(taken, { progress }));
      } catch (error) {
        toastFailure(userMessage(error, t.taskTree.changeFailed));
      }
    },
    [current, write],
  );

  const move = useCallback(
    async (task: TaskRow, place: Place, onOwnFigures?: Task_OnOwnFigures) => {
      let back: Place | undefined;
      change(({ tree }) => {
        const number = tree.numberOf(task.id);
        if (number === undefined) return;
        const siblings = tree.childrenOf(tree.parentOf(number));
        const next = siblings[siblings.indexOf(number) + 1];
        back = { parentId: task.parentId, beforeId: next === undefined ? '' : tree.node(next).id };
        tree.move(task.id, place.parentId, place.beforeId);
      });
      const call = async () => {
        const answer = await client.moveTask({ id: task.id, ...place, onOwnFigures });
        change((tasks) => applyChange(tasks, answer));
      };
      const takeBack = () =>
        change(({ tree }) => {
          const number = tree.numberOf(task.id);
          // What was above may have been moved below meanwhile; the tree is read again in any case.
          if (!back || number === undefined || isBelowItself(tree, number, back)) return;
          tree.move(task.id, back.parentId, back.beforeId);
        });
      try {
        await send(call, takeBack);
      } catch (error) {
        toastFailure(userMessage(error, t.taskTree.moveFailed));
      }
    },
    [change, client, send],
  );

  /** Deletes a task with all below it. Fails as the call does, so that the question stays open. */
  const remove = useCallback(
    async (task: TaskRow) => {
      await client.deleteTask({ id: task.id });
      change((tasks) => removeTask(tasks, task.id));
      settle();
      // The sums above are the server's.
      void reload();
    },
    [change, client, reload, settle],
  );

  return { record, move, remove };
}
