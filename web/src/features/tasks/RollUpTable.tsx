import type { RollUp, Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/tasks';
import { formatCount, formatDate, formatDecimal, formatMoney, isoOfDate, NONE } from '@/kit/format';
import type { Column } from '@/kit/list/columns';
import { DataGrid } from '@/kit/list/DataGrid';
import { taskValues } from './task-values';

const words = t.tasks.rollUp;
const label = t.tasks.fields;

/** One figure of a task, its own and that of all below. */
interface Row {
  id: keyof typeof label;
  own: string;
  all: string;
}

const money = (paise: bigint | null | undefined) => (paise === null || paise === undefined ? NONE : formatMoney(paise));
const hours = (number: number | null | undefined) =>
  number === null || number === undefined ? NONE : words.hours(formatDecimal(number));

function rowsOf(task: Task, all: RollUp): Row[] {
  const own = taskValues(task);
  return [
    { id: 'progress', own: `${formatDecimal(task.progress)} %`, all: `${formatDecimal(all.progress)} %` },
    { id: 'estimatedAmount', own: money(own.estimatedAmount), all: money(all.estimatedAmount?.paise) },
    { id: 'actualAmount', own: money(own.actualAmount), all: money(all.actualAmount?.paise) },
    { id: 'estimatedEffortHours', own: hours(own.estimatedEffortHours), all: hours(all.estimatedEffortHours) },
    { id: 'actualEffortHours', own: hours(own.actualEffortHours), all: hours(all.actualEffortHours) },
    ...(['givenStartDate', 'givenEndDate', 'actualStartDate', 'actualEndDate'] as const).map((id) => ({
      id,
      own: formatDate(own[id]),
      all: formatDate(isoOfDate(all[id])),
    })),
  ];
}

const columns: readonly Column<Row>[] = [
  { id: 'figure', header: words.figure, rowHeader: true, least: 40, card: 'title', cell: ({ id }) => label[id] },
  { id: 'all', header: words.all, align: 'end', width: 124, cell: ({ all }) => <strong>{all}</strong> },
  { id: 'own', header: words.own, align: 'end', width: 124, cell: ({ own }) => own },
];

/** What a task comes to with all below it, beside its own figures, which don't count then. */
export function RollUpTable({ task, rollUp }: { task: Task; rollUp: RollUp }) {
  const { descendants } = rollUp;
  return (
    <>
      <p>{descendants === 1 ? words.one : words.lead(formatCount(descendants))}</p>
      <DataGrid
        caption={words.title}
        columns={columns}
        rows={rowsOf(task, rollUp)}
        rowId={({ id }) => id}
        rowLabel={({ id }) => label[id]}
        busy={false}
        skeletonRows={0}
        // Three narrow columns, which a phone has room for.
        cards={false}
      />
    </>
  );
}
