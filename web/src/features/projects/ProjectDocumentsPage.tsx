import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { t } from '@/i18n/projects';
import { Module } from '@/session/permissions';
import { RecordDocumentsPage } from '@/shared/documents/RecordDocumentsPage';

const words = t.projects.documents;
const PROJECTS = [{ label: t.work.projects, to: '/projects' }];

/** The documents of a project. */
export function ProjectDocumentsPage() {
  const { id = '' } = useParams();
  return (
    <RecordDocumentsPage
      record={useQuery(ProjectService.method.getProject, { id, withoutSums: true })}
      name={({ projectName }) => projectName}
      failed={t.projects.fetchOneFailed}
      above={PROJECTS}
      to={`/projects/${id}`}
      title={words.title}
      entityType="PROJECT"
      entityId={id}
      module={Module.PROJECTS}
      types={words.types}
      emptyHint={words.hint}
    />
  );
}
