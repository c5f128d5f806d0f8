import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { Module } from '@/session/permissions';
import { RecordDocumentsPage } from '@/shared/documents/RecordDocumentsPage';
import { useTaskCrumbs } from './crumbs';

const words = t.tasks.documents;

/** The documents of a task. */
export function TaskDocumentsPage() {
  const { id = '' } = useParams();
  return (
    <RecordDocumentsPage
      record={useQuery(TaskService.method.getTask, { id })}
      name={({ title }) => title}
      failed={t.tasks.fetchOneFailed}
      above={useTaskCrumbs({ id })}
      to={`/project-tasks/${id}`}
      title={words.title}
      entityType="TASK"
      entityId={id}
      module={Module.PROJECT_TASKS}
      types={words.types}
      emptyHint={words.hint}
    />
  );
}
