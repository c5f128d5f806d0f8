import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '@/i18n/tasks';
import type { Field, Mode, Section } from '@/kit/form/fields';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { veryLarge, warnings } from '@/kit/form/warnings';
import { findAssignees } from '@/shared/tasks/assignees';
import { PRIORITY_OPTIONS } from '@/shared/tasks/priority';
import { disagreement, excessOf, fallOf, progressOf } from '@/shared/tasks/quantities';
import { TASK_STATUS_OPTIONS } from '@/shared/tasks/status';
import { amountsOf } from './amounts';
import { findProjects } from './find';
import { OwnFiguresInput } from './OwnFiguresInput';
import { ParentInput, ParentLink } from './ParentTask';
import type { TaskDate, TaskValues } from './task-values';

const words = t.tasks;
const label = words.fields;
const { help } = words;

const MAX_QUANTITY = 1_000_000_000;
const MAX_HOURS = 1_000_000;

const date = (name: TaskDate) => ({ name, label: label[name], kind: 'date' }) as const;

/** The end of a span of work, which doesn't come before its start. */
const endAfter = (start: TaskDate, end: TaskDate) =>
  ({
    ...date(end),
    validate: (day: string, all: TaskValues) =>
      all[start] && day < all[start] ? words.endBeforeStart(label[end], label[start]) : undefined,
  }) as const;

/**
 * A quantity; where both are there, progress follows. Of one that is half typed it must not stay. Of a task with tasks below
 * it, those count.
 */
const quantity = (name: 'estimatedQuantity' | 'actualQuantity') =>
  ({
    name,
    label: label[name],
    linked: 'done',
    kind: 'decimal',
    max: MAX_QUANTITY,
    onEdit: (_: unknown, all: TaskValues) => {
      const implied = all.heading ? undefined : progressOf(all);
      return { ...amountsOf(all), progress: implied ?? all.ownProgress };
    },
  }) as const;

/** That progress contradicts the quantities, or falls by much; an empty one is stored as 0. */
function progressWarning({ heading, storedProgress, ...all }: TaskValues): string | undefined {
  if (heading) return undefined;
  const progress = all.progress ?? 0;
  const fall = storedProgress === null ? undefined : fallOf(storedProgress, progress);
  return warnings(disagreement({ ...all, progress }), fall);
}

/** A rate; what it comes to is worth a second look where it is very much. */
const rate = (name: 'estimatedRate' | 'actualRate', comesTo: 'estimatedAmount' | 'actualAmount', hint: string) =>
  ({
    name,
    label: label[name],
    kind: 'money',
    help: hint,
    warn: (all: TaskValues) => veryLarge(label[comesTo], all[comesTo]),
    onEdit: (_: unknown, all: TaskValues) => amountsOf(all),
  }) as const;

const amount = (name: 'estimatedAmount' | 'actualAmount') =>
  ({
    name,
    label: label[name],
    kind: 'money',
    locked: () => words.computed,
    computed: (all: TaskValues) => amountsOf(all)[name],
  }) as const;

const hours = (name: 'estimatedEffortHours' | 'actualEffortHours') =>
  ({ name, label: label[name], kind: 'decimal', max: MAX_HOURS, unit: 'h' }) as const;

/** Why the project can't be chosen here: it is fixed by the task above, and for ever once the task is there. */
function projectLocked({ stored, parentId }: TaskValues): string | undefined {
  if (stored) return words.forEver;
  return parentId ? words.ofTheParent : undefined;
}

const sections: readonly Section<TaskValues>[] = [
  {
    id: 'task',
    title: words.sections.task,
    fields: [
      {
        name: 'title',
        label: label.title,
        kind: 'text',
        required: t.form.required(label.title),
        help: help.title,
        span: 2,
      },
      { name: 'status', label: label.status, kind: 'select', options: TASK_STATUS_OPTIONS },
      {
        name: 'projectId',
        label: label.projectId,
        kind: 'lookup',
        Input: TypeAhead,
        find: findProjects,
        from: 1,
        required: t.form.required(label.projectId),
        locked: projectLocked,
        view: (project) => (
          <Anchor component={Link} to={`/projects/${project?.value}`} fz="inherit">
            {project?.label}
          </Anchor>
        ),
      },
      {
        name: 'parentId',
        label: label.parentId,
        kind: 'custom',
        Input: ParentInput,
        locked: () => words.ofTheTree,
        view: (id) => <ParentLink id={id} />,
      },
      { name: 'assignedTo', label: label.assignedTo, kind: 'lookup', Input: TypeAhead, find: findAssignees, from: 1 },
      { name: 'taskType', label: label.taskType, kind: 'suggest', suggestions: words.types },
      { name: 'priority', label: label.priority, kind: 'select', options: PRIORITY_OPTIONS, clearable: true },
      { name: 'isBillable', label: label.isBillable, kind: 'checkbox', help: help.isBillable },
      { name: 'description', label: label.description, kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'estimate',
    title: words.sections.estimate,
    fields: [
      quantity('estimatedQuantity'),
      {
        name: 'units',
        label: label.units,
        kind: 'suggest',
        suggestions: words.units,
        help: help.units,
      },
      rate('estimatedRate', 'estimatedAmount', help.rate),
      {
        name: 'taxPercentage',
        label: label.taxPercentage,
        kind: 'decimal',
        max: 100,
        unit: '%',
        required: t.form.required(label.taxPercentage),
        help: help.tax,
        onEdit: (_, all) => amountsOf(all),
      },
      amount('estimatedAmount'),
      hours('estimatedEffortHours'),
    ],
  },
  {
    id: 'actual',
    title: words.sections.actual,
    fields: [
      { ...quantity('actualQuantity'), warn: (all) => (all.heading ? undefined : excessOf(all)) },
      rate('actualRate', 'actualAmount', help.actualRate),
      amount('actualAmount'),
      {
        name: 'progress',
        label: label.progress,
        linked: 'done',
        kind: 'decimal',
        max: 100,
        decimals: 2,
        unit: '%',
        help: help.progress,
        locked: ({ heading }) => (heading ? words.fromBelow : undefined),
        warn: progressWarning,
        onEdit: (ownProgress) => ({ ownProgress }),
      },
      hours('actualEffortHours'),
    ],
  },
  {
    id: 'schedule',
    title: words.sections.schedule,
    fields: [
      date('givenStartDate'),
      endAfter('givenStartDate', 'givenEndDate'),
      { name: 'isMilestone', label: label.isMilestone, kind: 'checkbox', help: help.isMilestone },
      date('actualStartDate'),
      endAfter('actualStartDate', 'actualEndDate'),
    ],
  },
  {
    id: 'notes',
    title: words.sections.notes,
    fields: [
      { name: 'comment', label: label.comment, kind: 'textarea', span: 3 },
      { name: 'rejectionReason', label: label.rejectionReason, kind: 'textarea', span: 3 },
      { name: 'terminationReason', label: label.terminationReason, kind: 'textarea', span: 3 },
    ],
  },
];

/** What is asked of a new task besides, below the task above it. */
const ownFigures: Field<TaskValues> = {
  name: 'onOwnFigures',
  label: words.ownFigures.label,
  kind: 'custom',
  Input: OwnFiguresInput,
};

/** Behind the task above, whose figures they are. */
const withOwnFigures = (field: Field<TaskValues>): Field<TaskValues>[] =>
  field.name === 'parentId' ? [field, ownFigures] : [field];

const ofNew = sections.map(
  (section): Section<TaskValues> => ({ ...section, fields: section.fields.flatMap(withOwnFigures) }),
);

/** The task form: every field of a task that is not the server's own, and the amounts that follow from them. */
export const taskSections = (mode: Mode): readonly Section<TaskValues>[] => (mode === 'create' ? ofNew : sections);
