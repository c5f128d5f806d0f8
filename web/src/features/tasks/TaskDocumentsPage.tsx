import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t as documents } from '@/i18n/documents';
import { t } from '@/i18n/tasks';
import { LoadFailure } from '@/kit/LoadFailure';
import { Module, moduleName } from '@/session/permissions';
import { DocumentsPage } from '@/shared/documents/DocumentsPage';
import { useTaskCrumbs } from './crumbs';

const MODULE = Module.PROJECT_TASKS;
const words = t.tasks.documents;

/** The documents of a task. */
export function TaskDocumentsPage() {
  const { id = '' } = useParams();
  const above = useTaskCrumbs({ id });
  const { data: task, error, refetch } = useQuery(TaskService.method.getTask, { id });
  if (error && !task) {
    return (
      <LoadFailure
        error={error}
        retry={refetch}
        failed={t.tasks.fetchOneFailed}
        module={moduleName(MODULE)}
        breadcrumbs={above}
      />
    );
  }
  return (
    <DocumentsPage
      key={id}
      title={words.title}
      breadcrumbs={[...above, { label: task?.title ?? t.common.loading, to: `/project-tasks/${id}` }]}
      entityType="TASK"
      entityId={id}
      module={MODULE}
      types={words.types}
      noFile={documents.documents.chooseAtLeastOne}
      failed={documents.documents.uploadFailed}
      empty={documents.documents.noneYet}
      emptyHint={words.hint}
      upload="shown"
    />
  );
}
