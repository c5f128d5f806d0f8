import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '@/i18n/tree';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import type { RowMenuItem } from '@/kit/overlay/RowMenu';
import type { Step } from '@/kit/tree/places';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { DeletionNotes } from '@/shared/deleted/DeletionNotes';
import { useToastDeleted } from '@/shared/deleted/useToastDeleted';
import { taskHref } from '@/shared/tasks/task-columns';
import { MAX_LEVEL, type TaskRow } from '@/shared/tasks/task-node';
import type { useTaskTree } from '@/shared/tasks/useTaskTree';
import { OwnFiguresDialog } from './OwnFiguresDialog';
import { TASK_SERVICES } from './services';
import { useTaskEdits } from './useTaskEdits';
import { stepOf, useTaskMoves } from './useTaskMoves';

const words = t.taskTree;
const STEPS: readonly Step[] = ['up', 'down', 'in', 'out'];
const MODULE = Module.PROJECT_TASKS;

/**
 * What can be done with the rows of a tree of tasks: their menu, keys and dragging, quick changes, and what goes with
 * the grid for all that.
 */
export function useTaskRows(tasks: ReturnType<typeof useTaskTree>, filtered: boolean) {
  const navigate = useNavigate();
  const { current } = tasks;
  const [create, edit, remove] = [
    useRefusal(MODULE, 'create'),
    useRefusal(MODULE, 'edit'),
    useRefusal(MODULE, 'delete'),
  ];
  const complete = tasks.data?.complete ?? false;
  const editRefusal = edit ?? (complete ? undefined : words.notWhileLoading);
  const edits = useTaskEdits(tasks);
  const toastDeleted = useToastDeleted(TASK_SERVICES);
  const moves = useTaskMoves(current, editRefusal ?? (filtered ? words.notWhileFiltered : undefined), edits.move);
  const [doomed, setDoomed] = useState<TaskRow>();
  const [asking, setAsking] = useState(false);

  const items = (task: TaskRow): RowMenuItem[] => {
    const tree = current()?.tree;
    const number = tree?.numberOf(task.id);
    const lowest = tree !== undefined && number !== undefined && tree.levelOf(number) >= MAX_LEVEL;
    return [
      { label: t.common.view, to: taskHref(task.id) },
      { label: t.common.edit, to: `${taskHref(task.id)}/edit`, disabledReason: edit },
      {
        label: t.work.addSubTask,
        to: `/project-tasks/create?projectId=${tasks.projectId ?? ''}&parentId=${task.id}`,
        disabledReason: lowest ? t.work.maximumLevel : create,
      },
      ...STEPS.map((step) => ({
        label: words.steps[step],
        onClick: () => moves.step(task, step),
        disabledReason: moves.stepRefusal(task, step),
      })),
      {
        label: t.common.delete,
        danger: true,
        onClick: () => {
          setDoomed(task);
          setAsking(true);
        },
        disabledReason: remove,
      },
    ];
  };
  // The columns hold on to it, and it has to see what is current.
  const latest = useRef(items);
  latest.current = items;
  const itemsOf = useCallback((task: TaskRow) => latest.current(task), []);

  const onOpen = useCallback((task: TaskRow) => navigate(taskHref(task.id)), [navigate]);
  const onKey = useCallback(
    (task: TaskRow, event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step) moves.step(task, step);
      return step !== undefined;
    },
    [moves.step],
  );

  const aside = (
    <>
      <span className="visually-hidden" role="status">
        {moves.said}
      </span>
      <OwnFiguresDialog asked={moves.asked?.above} onAnswer={moves.answer} />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={words.deleteTitle(doomed?.title ?? '')}
        question={words.deleteQuestion}
        confirmLabel={t.common.delete}
        danger
        failed={words.deleteFailed}
        onConfirm={async () => {
          if (!doomed) return;
          await edits.remove(doomed);
          toastDeleted(words.deleted, { kind: 'TASK', id: doomed.id, name: doomed.title });
        }}
      >
        {doomed && <DeletionNotes kind="TASK" id={doomed.id} />}
      </ConfirmDialog>
    </>
  );
  return useMemo(
    () => ({ itemsOf, onOpen, onKey, drag: moves.drag, record: edits.record, editRefusal, aside }),
    [itemsOf, onOpen, onKey, moves.drag, edits.record, editRefusal, aside],
  );
}
