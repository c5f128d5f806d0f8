import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import type { Task_OnOwnFigures } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/tree';
import { deepestLevelAt, isThere, type Place, placeAfterStep, type Step } from '@/kit/tree/places';
import { ROOT } from '@/kit/tree/tree';
import { hasOwnFigures, MAX_LEVEL, type TaskRow } from '@/shared/tasks/task-node';
import type { TaskTree } from '@/shared/tasks/task-tree';

const words = t.taskTree;

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The step that a key means: Alt with an arrow. */
export const stepOf = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | undefined =>
  altKey && !ctrlKey && !metaKey && !shiftKey ? STEPS[key] : undefined;

/** A move that waits until it is said what becomes of the figures of the task above. */
export interface AskedMove {
  readonly task: TaskRow;
  readonly place: Place;
  readonly above: TaskRow;
}

/**
 * Moves tasks about the tree, and says where they came to lie or why they stay.
 *
 * @param current the tree as it is at the moment
 * @param refusal why nothing can be moved now
 */
export function useTaskMoves(
  current: () => TaskTree | undefined,
  refusal: string | undefined,
  onMove: (task: TaskRow, place: Place, onOwnFigures?: Task_OnOwnFigures) => void,
) {
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<AskedMove>();

  /** Why a task can't take a step; undefined when it can. */
  const stepRefusal = useCallback(
    (task: TaskRow, step: Step): string | undefined => {
      if (refusal !== undefined) return refusal;
      const tree = current()?.tree;
      const number = tree?.numberOf(task.id);
      const place = tree && number !== undefined ? placeAfterStep(tree, number, step) : undefined;
      if (!tree || number === undefined || !place) return words.cannot[step];
      return deepestLevelAt(tree, number, place) > MAX_LEVEL ? t.work.maximumLevel : undefined;
    },
    [current, refusal],
  );

  const carryOut = useCallback(
    (task: TaskRow, place: Place, onOwnFigures?: Task_OnOwnFigures) => {
      setAsked(undefined);
      const tree = current()?.tree;
      const number = tree?.numberOf(task.id);
      if (!tree || number === undefined || isThere(tree, number, place)) return;
      onMove(task, place, onOwnFigures);
      const siblings = tree.childrenOf(tree.parentOf(number));
      const [at, of] = [siblings.indexOf(number) + 1, siblings.length];
      const parent = tree.parentOf(number);
      setSaid(
        parent === ROOT
          ? words.movedToTop(task.title, at, of)
          : words.moved(task.title, at, of, tree.node(parent).title),
      );
    },
    [current, onMove],
  );

  /** Asks first where the task above would no longer count with its own figures. */
  const moveTo = useCallback(
    (task: TaskRow, place: Place) => {
      const above = current()?.tree.get(place.parentId);
      if (above && above.id !== task.parentId && hasOwnFigures(above)) setAsked({ task, place, above });
      else carryOut(task, place);
    },
    [current, carryOut],
  );

  const answer = useCallback(
    (onOwnFigures: Task_OnOwnFigures | undefined) => {
      if (asked && onOwnFigures !== undefined) carryOut(asked.task, asked.place, onOwnFigures);
      setAsked(undefined);
    },
    [asked, carryOut],
  );

  const step = useCallback(
    (task: TaskRow, way: Step) => {
      const why = stepRefusal(task, way);
      const tree = current()?.tree;
      const number = tree?.numberOf(task.id);
      const place = tree && number !== undefined ? placeAfterStep(tree, number, way) : undefined;
      if (why !== undefined || !place) setSaid(words.notMoved(task.title, why ?? words.cannot[way]));
      else moveTo(task, place);
    },
    [current, stepRefusal, moveTo],
  );

  const drag = useMemo(
    () =>
      refusal === undefined
        ? {
            allows: (task: TaskRow, place: Place) => {
              const tree = current()?.tree;
              const number = tree?.numberOf(task.id);
              return tree !== undefined && number !== undefined && deepestLevelAt(tree, number, place) <= MAX_LEVEL;
            },
            onDrop: moveTo,
          }
        : undefined,
    [current, refusal, moveTo],
  );

  return { said, step, stepRefusal, drag, asked, answer };
}
