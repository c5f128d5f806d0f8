import type { Assignee } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tree';
import type { FilterDef, ListParams, ListSpec } from '@/kit/list/list-params';
import { named } from '@/kit/named';
import { textKey } from '@/kit/text-key';
import { ZOOMS, type Zoom } from '@/shared/schedule/axis';
import { PRIORITY_OPTIONS } from '@/shared/tasks/priority';
import { TASK_STATUS_OPTIONS } from '@/shared/tasks/status';
import type { TaskRow } from '@/shared/tasks/task-node';

const words = t.taskTree.filters;

/** How the tree is shown. */
export const VIEWS = ['tree', 'schedule'] as const;

export type View = (typeof VIEWS)[number];

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const same = (value: string) => value;

/** The fields that narrow the tree. Whom tasks are given to is only known when they have arrived. */
export const treeFilters = (people: ReadonlyMap<string, Assignee>): FilterDef[] => [
  { kind: 'text', name: 'title', label: words.title },
  { kind: 'multi', name: 'status', label: words.status, options: TASK_STATUS_OPTIONS },
  { kind: 'text', name: 'taskType', label: words.taskType },
  // One alone, as the export takes it.
  { kind: 'select', name: 'priority', label: words.priority, options: PRIORITY_OPTIONS },
  {
    kind: 'select',
    name: 'assignedTo',
    label: words.assignedTo,
    options: [...people].map(([value, { email, state }]) => ({ value, label: named(email, state) })),
  },
];

/** What the address says: which project, how it is shown, and what of it. */
export const TREE_SPEC: ListSpec = {
  filters: [
    { kind: 'exact', name: 'projectId', label: t.work.project, say: same },
    { kind: 'select', name: 'view', label: t.taskTree.view, options: options(VIEWS) },
    { kind: 'select', name: 'zoom', label: t.taskTree.zoom, options: options(ZOOMS) },
    ...treeFilters(new Map()).filter(({ name }) => name !== 'assignedTo'),
    // As it stands: the choices are not known yet when the address is read.
    { kind: 'exact', name: 'assignedTo', label: words.assignedTo, say: same },
  ],
  sortable: [],
};

type Filters = ListParams['filters'];

/** How the address wants the tree shown. */
export function viewOf(filters: Filters): { view: View; zoom: Zoom } {
  return {
    view: VIEWS.find((view) => view === filters.view?.[0]) ?? 'tree',
    zoom: ZOOMS.find((zoom) => zoom === filters.zoom?.[0]) ?? 'week',
  };
}

/** Those of the filters that narrow the tree. */
export function narrowing({ title, status, taskType, priority, assignedTo }: Filters): Filters {
  const filters = { title, status, taskType, priority, assignedTo };
  return Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, values ?? []]));
}

/** Whether a task is what the filters ask for; undefined when they ask for nothing. */
export function matcher(filters: Filters): ((task: TaskRow) => boolean) | undefined {
  const [title, taskType] = [filters.title, filters.taskType].map((words) => words?.[0] && textKey(words[0]));
  const status = new Set(filters.status);
  const priority = filters.priority?.[0];
  const assignedTo = filters.assignedTo?.[0];
  if (!title && !taskType && !assignedTo && !priority && status.size === 0) return undefined;
  return (task) =>
    (!title || textKey(task.title).includes(title)) &&
    (!taskType || textKey(task.taskType).includes(taskType)) &&
    (status.size === 0 || (task.status !== undefined && status.has(task.status))) &&
    (!priority || task.priority === priority) &&
    (!assignedTo || task.assignedTo === assignedTo);
}
