import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { callUnaryMethod } from '@connectrpc/connect-query';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { type Task, Task_Priority, Task_Status, type TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { each } from '@/kit/form/each';
import type { Choice } from '@/kit/form/fields';
import { dateOfIso, isoOfDate } from '@/kit/format';
import { stateMark } from '@/kit/named';
import type { Prefilled } from '@/shared/screens/record';
import { type PriorityName, priorityName } from '@/shared/tasks/priority';
import { type TaskStatusName, taskStatusName } from '@/shared/tasks/status';
import { MAX_LEVEL } from '@/shared/tasks/task-node';
import { amountsOf } from './amounts';

const DATES = ['givenStartDate', 'givenEndDate', 'actualStartDate', 'actualEndDate'] as const;
/** A day of a task. */
export type TaskDate = (typeof DATES)[number];

const TEXTS = ['title', 'description', 'units', 'taskType', 'terminationReason', 'rejectionReason', 'comment'] as const;
const NUMBERS = ['estimatedQuantity', 'actualQuantity', 'estimatedEffortHours', 'actualEffortHours'] as const;
const RATES = ['estimatedRate', 'actualRate'] as const;
const DEFAULT_TAX = 14;

/** A choice of the protocol's, by its name. */
export type OnOwnFigures = 'KEEP' | 'DROP';

/** The values of the task form. */
export type TaskValues = Record<TaskDate | (typeof TEXTS)[number], string> &
  Record<(typeof NUMBERS)[number] | 'taxPercentage' | 'progress', number | null> &
  Record<(typeof RATES)[number] | 'estimatedAmount' | 'actualAmount', bigint | null> & {
    projectId: Choice | null;
    /** The task above; empty at level 0. */
    parentId: string;
    assignedTo: Choice | null;
    status: TaskStatusName;
    priority: PriorityName | '';
    isMilestone: boolean;
    isBillable: boolean;
    /** What becomes of the figures of the task above, if this is the first one below it. */
    onOwnFigures: OnOwnFigures;
    /** Not a field: whether the task is there already. */
    stored: boolean;
    /** Not a field: whether tasks lie below, whose figures count instead. */
    heading: boolean;
    /** Not a field: the progress as it is stored; null for a new task. */
    storedProgress: number | null;
    /** Not a field: the progress that was typed or else is stored, for when the quantities say nothing of it. */
    ownProgress: number | null;
  };

/** What a new task starts from. */
export const initialTask: TaskValues = {
  ...each(DATES, () => ''),
  ...each(TEXTS, () => ''),
  ...each(NUMBERS, () => null),
  ...each(RATES, () => null),
  estimatedAmount: null,
  actualAmount: null,
  taxPercentage: DEFAULT_TAX,
  progress: 0,
  projectId: null,
  parentId: '',
  assignedTo: null,
  status: 'DRAFT',
  priority: '',
  isMilestone: false,
  isBillable: true,
  onOwnFigures: 'KEEP',
  stored: false,
  heading: false,
  storedProgress: null,
  ownProgress: 0,
};

/** A task as the form holds it. */
export function taskValues(task: Task): TaskValues {
  const figures = {
    ...each(NUMBERS, (name) => task[name] ?? null),
    ...each(RATES, (name) => task[name]?.paise ?? null),
    taxPercentage: task.taxPercentage ?? null,
  };
  return {
    ...each(DATES, (name) => isoOfDate(task[name])),
    ...each(TEXTS, (name) => task[name]),
    ...figures,
    ...amountsOf(figures),
    progress: task.progress,
    projectId: { value: task.projectId, label: task.projectName },
    parentId: task.parentId,
    assignedTo: task.assignedTo
      ? {
          value: task.assignedTo,
          label: task.assignedToEmail || task.assignedTo,
          mark: stateMark(task.assignedToState),
        }
      : null,
    status: taskStatusName(task.status) ?? 'DRAFT',
    priority: priorityName(task.priority) ?? '',
    isMilestone: task.isMilestone ?? false,
    isBillable: task.isBillable ?? true,
    onOwnFigures: 'KEEP',
    stored: true,
    heading: (task.rollUp?.descendants ?? 0) > 0,
    storedProgress: task.progress,
    ownProgress: task.progress,
  };
}

/** What the form holds as a task for the wire. */
export function taskMessage(values: TaskValues, version = 0n): MessageInitShape<typeof TaskSchema> {
  return {
    ...each(DATES, (name) => dateOfIso(values[name])),
    ...each(TEXTS, (name) => values[name].trim()),
    ...each(NUMBERS, (name) => values[name] ?? undefined),
    ...each(RATES, (name) => (values[name] === null ? undefined : { paise: values[name] })),
    taxPercentage: values.taxPercentage ?? undefined,
    progress: values.progress ?? 0,
    projectId: values.projectId?.value ?? '',
    parentId: values.parentId,
    assignedTo: values.assignedTo?.value ?? '',
    status: Task_Status[values.status],
    priority: values.priority === '' ? Task_Priority.PRIORITY_UNSPECIFIED : Task_Priority[values.priority],
    isMilestone: values.isMilestone,
    isBillable: values.isBillable,
    version,
  };
}

/** Reads the task above, or else the project, that the address names. */
export async function prefillTask(
  transport: Transport,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<Prefilled<TaskValues>> {
  const parentId = search.get('parentId');
  if (parentId) {
    const parent = await callUnaryMethod(transport, TaskService.method.getTask, { id: parentId }, { signal });
    return {
      values: { parentId, projectId: { value: parent.projectId, label: parent.projectName } },
      forbidden: parent.level >= MAX_LEVEL ? t.work.maximumLevel : undefined,
    };
  }
  const projectId = search.get('projectId');
  if (!projectId) return { values: {} };
  const project = await callUnaryMethod(
    transport,
    ProjectService.method.getProject,
    { id: projectId, withoutSums: true },
    { signal },
  );
  return { values: { projectId: { value: project.id, label: project.projectName } } };
}
