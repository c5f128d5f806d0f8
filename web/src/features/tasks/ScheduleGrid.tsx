import { Button } from '@mantine/core';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { t } from '@/i18n/tree';
import { dayNumber, today } from '@/kit/timeline/days';
import { usePrinting } from '@/kit/tree/printing';
import { TreeGrid } from '@/kit/tree/TreeGrid';
import { ROOT, Tree } from '@/kit/tree/tree';
import type { TreeColumn } from '@/kit/tree/tree-column';
import { type Axis, axisOf, axisWidth, dayAt, fitted, xOf, type Zoom } from '@/shared/schedule/axis';
import { Bars } from '@/shared/schedule/Bars';
import { Legend } from '@/shared/schedule/Legend';
import { Lines, Ruler } from '@/shared/schedule/Ruler';
import { nameColumn } from '@/shared/tasks/task-columns';
import { daysLate, type TaskRow } from '@/shared/tasks/task-node';
import type { TaskTree } from '@/shared/tasks/task-tree';
import { TaskMenu } from './TaskMenu';
import classes from './TaskTree.module.css';
import { type TaskGridProps, taskName } from './TaskTreeGrid';
import { useTaskRows } from './useTaskRows';
import { rememberView, treeView } from './view-state';

const NAME_WIDTH = { wide: 360, phone: 160 } as const;
/** What is left for the axis on A4 across, beside the names. */
const PAPER_WIDTH = 640;
/** A key scrolls by this part of what is in view. */
const KEY_STEP = 0.25;
const NONE = new Tree<TaskRow>();

/** The tree of tasks with bars along a line of days, in the tree's own rows. */
export function ScheduleGrid({
  projectId,
  tasks,
  rows,
  expansion,
  onExpansion,
  matches,
  phone,
  zoom,
}: TaskGridProps & { zoom: Zoom }) {
  const { itemsOf, onOpen, onKey, drag, aside } = useTaskRows(tasks, matches !== undefined);
  const scroller = useRef<HTMLDivElement>(null);
  const printing = usePrinting();
  const now = today();
  const { data } = tasks;
  const screenAxis = useAxis(data, now, zoom);
  const axis = useMemo(
    () => (screenAxis && printing ? fitted(screenAxis, PAPER_WIDTH) : screenAxis),
    [screenAxis, printing],
  );
  const nameWidth = phone ? NAME_WIDTH.phone : NAME_WIDTH.wide;
  const { showDay } = useDayInView(scroller, screenAxis, nameWidth, now);

  const columns = useMemo<TreeColumn<TaskRow>[]>(() => {
    const names = nameColumn(matches);
    return [
      {
        ...names,
        width: nameWidth,
        // The menu too, for the names stay in sight when the rest is scrolled sideways.
        cell: (task, cell) => (
          <span className={classes.nameAndMenu}>
            {names.cell(task, cell)}
            {!phone && <TaskMenu task={task} tabIndex={cell.tabIndex} items={itemsOf} />}
          </span>
        ),
      },
      {
        id: 'schedule',
        header: axis && <Ruler axis={axis} scroller={scroller} today={now} />,
        width: axis ? axisWidth(axis) : 0,
        bleed: true,
        cell: (task, { parent }) =>
          axis && <Bars axis={axis} task={task} today={now} late={daysLate(task, now)} summary={parent} />,
      },
    ];
  }, [nameWidth, phone, matches, itemsOf, axis, now]);

  const keys = useCallback(
    (task: TaskRow, event: KeyboardEvent) => {
      const element = scroller.current;
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (event.shiftKey && way && element) {
        element.scrollBy({ left: way * KEY_STEP * element.clientWidth });
        return true;
      }
      if (event.key === ' ') {
        const day = task.planned.from || task.actual.from || task.planned.to;
        if (day) showDay(dayNumber(day));
        return true;
      }
      return onKey(task, event);
    },
    [onKey, showDay],
  );

  if (data?.complete && !axis) return <p className={classes.undated}>{t.schedule.noneDated}</p>;
  return (
    <div className={classes.schedule} style={{ ['--name' as string]: `${nameWidth}px` }}>
      {aside}
      <TreeGrid
        label={t.taskTree.views.schedule}
        tree={data?.tree ?? NONE}
        rows={axis && rows}
        columns={columns}
        expansion={expansion}
        onExpansion={onExpansion}
        name={taskName}
        onOpen={onOpen}
        onKey={keys}
        drag={drag}
        cards={false}
        busy={!data?.complete}
        position={treeView(projectId).position}
        onLeave={(position) => rememberView(projectId, { position })}
        backdrop={axis && <Lines axis={axis} scroller={scroller} today={now} start={nameWidth} />}
        scroller={scroller}
      />
      <div className={classes.scheduleFoot}>
        <Legend />
        <Button size="compact-sm" variant="default" onClick={() => showDay(dayNumber(now))}>
          {t.schedule.today}
        </Button>
      </div>
    </div>
  );
}

/** The axis for all tasks: those at the top span what is below them. The same object while nothing of it changes. */
function useAxis(data: TaskTree | undefined, now: string, zoom: Zoom): Axis | undefined {
  const next = useMemo(
    () =>
      data &&
      axisOf(
        data.tree.childrenOf(ROOT).map((number) => data.tree.node(number)),
        now,
        zoom,
      ),
    [data, now, zoom],
  );
  const [kept, setKept] = useState(next);
  // Equal axes are one axis, or every row would be drawn again with each change.
  if (next?.first !== kept?.first || next?.days !== kept?.days || next?.zoom !== kept?.zoom) setKept(next);
  return kept;
}

/** Keeps the day in the middle where it is when the axis changes; begins with today. */
function useDayInView(scroller: RefObject<HTMLDivElement | null>, axis: Axis | undefined, start: number, now: string) {
  const middle = useRef(dayNumber(now));

  const showDay = useCallback(
    (day: number) => {
      const element = scroller.current;
      if (!element || !axis) return;
      middle.current = day;
      element.scrollLeft = xOf(axis, day) - (element.clientWidth - start) / 2;
    },
    [scroller, axis, start],
  );

  useLayoutEffect(() => showDay(middle.current), [showDay]);

  useEffect(() => {
    const element = scroller.current;
    if (!element || !axis) return;
    const follow = () => {
      middle.current = dayAt(axis, element.scrollLeft + (element.clientWidth - start) / 2);
    };
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [scroller, axis, start]);
  return { showDay };
}
