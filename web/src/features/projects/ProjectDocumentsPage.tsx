import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { t as documents } from '@/i18n/documents';
import { t } from '@/i18n/projects';
import { LoadFailure } from '@/kit/LoadFailure';
import { Module, moduleName } from '@/session/permissions';
import { DocumentsPage } from '@/shared/documents/DocumentsPage';

const MODULE = Module.PROJECTS;
const words = t.projects.documents;
const PROJECTS = [{ label: t.work.projects, to: '/projects' }];

/** The documents of a project. */
export function ProjectDocumentsPage() {
  const { id = '' } = useParams();
  const { data: project, error, refetch } = useQuery(ProjectService.method.getProject, { id, withoutSums: true });
  if (error && !project) {
    return (
      <LoadFailure
        error={error}
        retry={refetch}
        failed={t.projects.fetchOneFailed}
        module={moduleName(MODULE)}
        breadcrumbs={PROJECTS}
      />
    );
  }
  return (
    <DocumentsPage
      key={id}
      title={words.title}
      breadcrumbs={[...PROJECTS, { label: project?.projectName ?? t.common.loading, to: `/projects/${id}` }]}
      entityType="PROJECT"
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
