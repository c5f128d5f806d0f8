import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import type { Project } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/projects';
import { ProgressBar } from '@/kit/data/ProgressBar';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import type { Panel } from '@/kit/form/Panels';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { lazyPart } from '@/kit/Part';
import { Module } from '@/session/permissions';
import { listExport } from '@/shared/export/list-export';
import { resource } from '@/shared/screens/resource';
import { ProjectSums } from './ProjectSums';
import { initialProject, prefillProject, projectMessage, projectSections, projectValues } from './project-form';
import { PROJECT_STATUS_OPTIONS, projectStatusMeta } from './status';

const api = ProjectService.method;
const label = t.projects.fields;
const header = t.projects.columns;
const column = columnsOf<Project>();

// Both stand below the fields, and come after them.
const ProjectTasks = lazyPart(async () => (await import('./ProjectTasks')).ProjectTasks);
const RecordDocuments = lazyPart(async () => (await import('@/shared/documents/RecordDocuments')).RecordDocuments);

const tasksPanel = ({ id }: Project): Panel => ({
  id: 'tasks',
  title: t.work.tasks,
  content: <ProjectTasks projectId={id} />,
});

/** The screens of projects. */
export const projects = resource({
  path: '/projects',
  module: Module.PROJECTS,
  // Its contract has a project from then on, and its tasks go along when it goes.
  services: [ProjectService, TaskService, ContractService, SecurityDepositService],
  titles: { list: t.work.projects, create: t.projects.create, edit: t.projects.edit },
  list: {
    noun: { one: t.projects.noun[0], many: t.projects.noun[1] },
    method: api.filterProjects,
    export: listExport(api.exportProjects),
    page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
    filters: [
      { kind: 'text', name: 'projectName', label: label.projectName },
      { kind: 'text', name: 'contractBidId', label: label.contractBidId },
      { kind: 'text', name: 'licenseHolderName', label: label.licenseHolderName },
      { kind: 'text', name: 'projectType', label: label.projectType },
      { kind: 'multi', name: 'status', label: label.status, options: PROJECT_STATUS_OPTIONS },
      ...createdFilters(t.list.from, t.list.to),
    ],
    columns: [
      column.text('projectName', label.projectName, (row) => row.projectName, {
        least: 116,
        link: (row) => `/projects/${row.id}`,
      }),
      column.id('contractBidId', label.contractBidId, (row) => row.contractBidId),
      column.text('projectType', header.type, (row) => row.projectType, { width: 104, keep: 'wide' }),
      column.status('status', label.status, (row) => projectStatusMeta(row.status), { width: 132 }),
      {
        id: 'progress',
        header: label.progress,
        width: 124,
        cell: (row) => <ProgressBar percent={row.sums?.progress ?? 0} />,
      },
      column.money('projectBidValue', header.bidValue, (row) => row.projectBidValue, { card: 'figure' }),
      column.money('projectActualValue', header.actualValue, (row) => row.projectActualValue, {
        keep: 'wide',
        card: 'none',
      }),
      column.date('givenStartDate', header.givenStart, (row) => row.givenStartDate, {
        keep: 'middle',
        card: 'none',
      }),
      column.date('givenEndDate', header.givenEnd, (row) => row.givenEndDate, { keep: 'middle' }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.projectName,
    menu: (row) => [{ label: t.projects.tasks.openTree, to: `/project-tasks?projectId=${row.id}` }],
    emptyHint: t.projects.emptyHint,
    loadError: t.projects.fetchFailed,
  },
  get: {
    method: api.getProject,
    input: (id) => ({ id }),
    values: projectValues,
    version: (project) => project.version,
    title: (project) => project.projectName,
    description: ({ status, contractId, contractBidId, createdAt, updatedAt }) => (
      <RecordFacts createdAt={createdAt} updatedAt={updatedAt}>
        <StatusBadge meta={projectStatusMeta(status)} />
        {contractId && (
          <Anchor component={Link} to={`/contracts/${contractId}`} fz="inherit">
            {contractBidId}
          </Anchor>
        )}
      </RecordFacts>
    ),
    actions: ({ id }) => (
      <Button variant="default" component={Link} to={`/project-tasks?projectId=${id}`}>
        {t.work.tasks}
      </Button>
    ),
    panels: (project) => [
      { id: 'progress', title: t.projects.sums.title, content: <ProjectSums project={project} />, first: true },
      { ...tasksPanel(project), first: true },
      {
        id: 'documents',
        title: t.projects.documents.title,
        content: (
          <RecordDocuments
            entityType="PROJECT"
            entityId={project.id}
            module={Module.PROJECTS}
            to={`/projects/${project.id}/documents`}
          />
        ),
      },
    ],
    failed: t.projects.fetchOneFailed,
    history: 'project',
  },
  create: {
    method: api.createProject,
    input: (values) => ({ project: projectMessage(values) }),
    saved: t.projects.created,
  },
  update: {
    method: api.updateProject,
    input: (values, id, version) => ({ id, project: projectMessage(values, version) }),
    saved: t.projects.updated,
  },
  remove: {
    method: api.deleteProject,
    input: (row) => ({ id: row.id }),
    title: (row) => t.projects.deleteTitle(row.projectName),
    question: t.projects.deleteQuestion,
    removed: t.projects.deleted,
    failed: t.projects.deleteFailed,
    kind: 'PROJECT',
    refusal: ({ contractId }) => (contractId ? t.projects.linked : undefined),
  },
  form: {
    initial: initialProject,
    prefill: { module: Module.CONTRACTS, read: prefillProject },
    sections: projectSections,
    fieldPrefix: 'project.',
    saveFailed: t.projects.saveFailed,
    loadFailed: t.projects.loadFailed,
    panels: (project) => [tasksPanel(project)],
  },
});
