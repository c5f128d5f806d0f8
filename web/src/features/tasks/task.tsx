import { Task_OnOwnFigures } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { lazyPart } from '@/kit/Part';
import { Module } from '@/session/permissions';
import { record } from '@/shared/screens/record';
import { priorityMeta } from '@/shared/tasks/priority';
import { taskStatusMeta } from '@/shared/tasks/status';
import { AddSubTask } from './AddSubTask';
import { useTaskCrumbs } from './crumbs';
import { DeleteTask } from './DeleteTask';
import { ReviewPanel } from './ReviewPanel';
import { RollUpTable } from './RollUpTable';
import { TASK_SERVICES } from './services';
import { taskSections } from './task-form';
import { initialTask, prefillTask, taskMessage, taskValues } from './task-values';

const api = TaskService.method;

const RecordDocuments = lazyPart(async () => (await import('@/shared/documents/RecordDocuments')).RecordDocuments);

/** The screens of a task; the list of them is the tree. */
export const task = record({
  path: '/project-tasks',
  breadcrumbs: useTaskCrumbs,
  wholeTrail: true,
  module: Module.PROJECT_TASKS,
  services: TASK_SERVICES,
  titles: { list: t.tasks.title, create: t.tasks.create, edit: t.tasks.edit },
  get: {
    method: api.getTask,
    input: (id) => ({ id }),
    values: taskValues,
    version: ({ version }) => version,
    title: ({ title }) => title,
    description: ({ status, priority, level, createdAt, updatedAt }) => (
      <RecordFacts createdAt={createdAt} updatedAt={updatedAt}>
        <StatusBadge meta={taskStatusMeta(status)} />
        {priorityMeta(priority) && <StatusBadge meta={priorityMeta(priority)} />}
        <span>{t.tasks.level(level)}</span>
      </RecordFacts>
    ),
    actions: (task) => (
      <>
        <AddSubTask task={task} />
        <DeleteTask task={task} />
      </>
    ),
    panels: (task) => [
      { id: 'review', title: t.tasks.review.title, content: <ReviewPanel task={task} />, first: true },
      ...(task.rollUp && task.rollUp.descendants > 0
        ? [
            {
              id: 'roll-up',
              title: t.tasks.rollUp.title,
              content: <RollUpTable task={task} rollUp={task.rollUp} />,
              first: true,
            },
          ]
        : []),
      {
        id: 'documents',
        title: t.tasks.documents.title,
        content: (
          <RecordDocuments
            entityType="TASK"
            entityId={task.id}
            module={Module.PROJECT_TASKS}
            to={`/project-tasks/${task.id}/documents`}
          />
        ),
      },
    ],
    failed: t.tasks.fetchOneFailed,
    history: 'task',
  },
  create: {
    method: api.createTask,
    input: (values) => ({ task: taskMessage(values), onOwnFigures: Task_OnOwnFigures[values.onOwnFigures] }),
    saved: t.tasks.created,
  },
  update: {
    method: api.updateTask,
    input: (values, id, version) => ({ id, task: taskMessage(values, version) }),
    saved: t.tasks.updated,
  },
  form: {
    initial: initialTask,
    prefill: { module: Module.PROJECTS, read: prefillTask },
    sections: taskSections,
    fieldPrefix: 'task.',
    saveFailed: t.tasks.saveFailed,
    loadFailed: t.tasks.loadFailed,
  },
});
