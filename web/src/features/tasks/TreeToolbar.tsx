import { t } from '@/i18n/tree';
import type { Expansion } from '@/kit/tree/flatten';
import { Module } from '@/session/permissions';
import { DeletedLink } from '@/shared/deleted/DeletedLink';
import { ZOOMS, type Zoom } from '@/shared/schedule/axis';
import { MAX_LEVEL } from '@/shared/tasks/task-node';
import { type Choice, Choices } from './Choices';
import classes from './TaskTree.module.css';
import { toLevel } from './useExpansion';

const words = t.taskTree;

/** One more than there are levels opens the last one too, which has nothing below it: the same as all of them. */
const ALL = MAX_LEVEL + 1;

const LEVELS: readonly Choice<number>[] = [
  { value: 0, label: words.collapse },
  ...[1, 2, 3, 4].map((value) => ({ value, label: String(value), name: words.level(value) })),
  { value: ALL, label: words.expandAll },
];

const SCALES = ZOOMS.map((value) => ({ value, label: t.schedule.zooms[value] }));

/** A sentence about what is shown, the way to what was deleted, how wide a day is on the schedule, and how far the tree is open. */
export function TreeToolbar({
  expansion,
  onExpansion,
  zoom,
  onZoom,
  live,
  children,
}: {
  expansion: Expansion;
  onExpansion: (expansion: Expansion) => void;
  /** Undefined where there is no schedule. */
  zoom: Zoom | undefined;
  onZoom: (zoom: Zoom) => void;
  /** Whether the sentence is to be heard when it changes; while it counts up it isn't. */
  live: boolean;
  children: string;
}) {
  return (
    <div className={classes.toolbar}>
      <p className={classes.count} role={live ? 'status' : undefined}>
        {children}
      </p>
      <DeletedLink kind="TASK" module={Module.PROJECT_TASKS} />
      {zoom && <Choices label={words.zoom} choices={SCALES} value={zoom} onChange={onZoom} size="compact-sm" />}
      <Choices
        label={words.expand}
        choices={LEVELS}
        value={expansion.toggled.size === 0 ? expansion.level : undefined}
        onChange={(level) => onExpansion(toLevel(level))}
        size="compact-sm"
      />
    </div>
  );
}
