import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Assignee } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tree';
import { DateText } from '@/kit/data/DateText';
import { MoneyText } from '@/kit/data/Money';
import { ProgressBar } from '@/kit/data/ProgressBar';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { formatDecimal, formatMoney, formatMoneyShort, NONE } from '@/kit/format';
import { named, stateMark } from '@/kit/named';
import type { TreeCell, TreeColumn } from '@/kit/tree/tree-column';
import { PRIORITY } from './priority';
import { TASK_STATUS } from './status';
import classes from './TaskCells.module.css';
import type { TaskRow } from './task-node';

const words = t.taskTree.columns;

/** Draws something of a task. */
export type TaskCell = (task: TaskRow, cell: TreeCell) => ReactNode;

/** Where a task's record is. */
export const taskHref = (id: string) => `/project-tasks/${id}`;

/** The part of an e-mail address that tells people of one organisation apart. */
const shortName = (email: string) => email.split('@')[0] ?? email;

/** A task's status, as in every list. */
export const statusCell: TaskCell = ({ status }) => <StatusBadge meta={status && TASK_STATUS[status]} />;

/** How much of a task is done. */
export const progressCell: TaskCell = ({ progress }) => (
  <span className={classes.progress}>
    <ProgressBar percent={progress} />
  </span>
);

/**
 * The name, which leads to the record, with what stands out about the task.
 *
 * @param matches what was searched for; a task that is there for those below it alone is faint
 */
export const nameColumn = (matches?: (task: TaskRow) => boolean): TreeColumn<TaskRow> => ({
  id: 'title',
  header: words.title,
  cell: (task, { tabIndex }) => <TaskName task={task} tabIndex={tabIndex} faint={matches?.(task) === false} />,
});

function TaskName({
  task: { id, title, priority, milestone },
  tabIndex,
  faint,
}: {
  task: TaskRow;
  tabIndex: 0 | -1;
  faint: boolean;
}) {
  return (
    <span className={classes.title}>
      <Link
        to={taskHref(id)}
        tabIndex={tabIndex}
        title={title}
        className={classes.link}
        data-faint={faint || undefined}
      >
        {title}
      </Link>
      {milestone && (
        <span className={classes.diamond} title={t.work.milestone}>
          <span className="visually-hidden">{t.work.milestone}</span>
        </span>
      )}
      {(priority === 'HIGH' || priority === 'URGENT' || priority === 'BLOCKER') && <PriorityMark priority={priority} />}
    </span>
  );
}

function PriorityMark({ priority }: { priority: keyof typeof PRIORITY }) {
  const { label, icon: Icon, tone } = PRIORITY[priority];
  return (
    <span className={classes.priority} data-tone={tone} title={label}>
      <Icon size={15} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/**
 * The columns of a tree of tasks.
 *
 * @param people those whom tasks are given to, by user id
 * @param status draws the status, where it can be changed
 * @param progress draws the progress, where it can be changed
 * @param matches what was searched for
 */
export function taskColumns(
  people: ReadonlyMap<string, Assignee>,
  {
    status = statusCell,
    progress = progressCell,
    matches,
  }: { status?: TaskCell; progress?: TaskCell; matches?: ((task: TaskRow) => boolean) | undefined } = {},
): TreeColumn<TaskRow>[] {
  return [
    nameColumn(matches),
    { id: 'status', header: words.status, width: 150, onCard: true, cell: status },
    {
      id: 'assignee',
      header: words.assignee,
      width: 118,
      keep: 'middle',
      cell: ({ assignedTo }) => <AssigneeName assignee={people.get(assignedTo)} />,
    },
    {
      id: 'quantity',
      header: words.quantity,
      width: 100,
      align: 'end',
      keep: 'wide',
      cell: ({ estimatedQuantity, actualQuantity, units }, { parent }) =>
        parent || estimatedQuantity === undefined ? null : (
          <span className={classes.pair}>
            <span>
              {formatDecimal(estimatedQuantity)} {units}
            </span>
            {actualQuantity !== undefined && <small>{words.done(formatDecimal(actualQuantity))}</small>}
          </span>
        ),
    },
    {
      id: 'rate',
      header: words.rate,
      width: 92,
      align: 'end',
      keep: 'wide',
      cell: ({ rate }, { parent }) => (parent || rate === undefined ? null : <MoneyText paise={rate} />),
    },
    {
      id: 'amount',
      header: words.amount,
      width: 104,
      align: 'end',
      keep: 'middle',
      cell: ({ estimatedAmount, actualAmount }) => (
        <span className={classes.pair}>
          <Amount paise={estimatedAmount} />
          {actualAmount > 0n && (
            <small>
              <span className="visually-hidden">{words.actualAmount} </span>
              <Amount paise={actualAmount} />
            </small>
          )}
        </span>
      ),
    },
    { id: 'progress', header: words.progress, width: 132, onCard: true, cell: progress },
    {
      id: 'dates',
      header: words.dates,
      width: 100,
      align: 'end',
      keep: 'wide',
      cell: ({ planned }) =>
        (planned.from || planned.to) && (
          <span className={classes.pair}>
            <DateText iso={planned.from} />
            <span>
              <span className="visually-hidden">{words.until} </span>
              <DateText iso={planned.to} />
            </span>
          </span>
        ),
    },
  ];
}

function AssigneeName({ assignee }: { assignee: Assignee | undefined }) {
  if (!assignee) return <span className={classes.dim}>{NONE}</span>;
  const { email, state } = assignee;
  const mark = stateMark(state);
  return (
    <span className={classes.person} title={named(email, state)}>
      <span className={classes.short}>{shortName(email)}</span> {mark && <small>{mark}</small>}
    </span>
  );
}

/** Short to look at; to the paisa for whoever points at it. */
function Amount({ paise }: { paise: bigint }) {
  return <span title={formatMoney(paise)}>{formatMoneyShort(paise)}</span>;
}
