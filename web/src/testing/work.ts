import { create, type DescMessage, type Message, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { type Project, Project_Status, ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { Task_Status, type TaskNode, TaskNodeSchema, TaskSchema } from '@/gen/nirmaan/projects/v1/task_pb';
import { type AssigneeSchema, TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { dateOfIso } from '@/kit/format';
import { pageOf } from './list';
import { server } from './server';

/** Fields of a message. */
type Fields<Desc extends DescMessage> = Exclude<MessageInitShape<Desc>, Message>;

const AT = timestampFromDate(new Date('2026-05-04T09:30:00+05:30'));

/** A project as the server answers it. */
export const project = (fields: Fields<typeof ProjectSchema> = {}) =>
  create(ProjectSchema, {
    id: 'project-1',
    tenantId: 'tenant-1',
    tenantName: 'Bharat Infra',
    createdBy: 'user-1',
    updatedBy: 'user-1',
    projectName: 'Ring road',
    status: Project_Status.DRAFT,
    createdAt: AT,
    updatedAt: AT,
    version: 1n,
    sums: {},
    ...fields,
  });

/** A task as the server answers it. */
export const task = (fields: Fields<typeof TaskSchema> = {}) =>
  create(TaskSchema, {
    id: 'task-1',
    tenantId: 'tenant-1',
    projectId: 'project-1',
    projectName: 'Ring road',
    hierarchyPath: `${fields.id ?? 'task-1'}/`,
    title: 'Cutting',
    status: Task_Status.DRAFT,
    taxPercentage: 14,
    isBillable: true,
    isMilestone: false,
    createdBy: 'user-1',
    updatedBy: 'user-1',
    createdAt: AT,
    updatedAt: AT,
    version: 1n,
    rollUp: {},
    people: {},
    ...fields,
  });

/** A task of the tree; its title is its id as well, and so is that of the task above. */
export const node = (title: string, above = '', fields: Fields<typeof TaskNodeSchema> = {}) =>
  create(TaskNodeSchema, {
    id: title,
    parentId: above,
    title,
    status: Task_Status.DRAFT,
    version: 1n,
    rollUp: {},
    ...fields,
  });

/** Tasks below each other, the first at the top, each with the number of those below it. */
export const chain = (...titles: readonly string[]): TaskNode[] =>
  titles.map((title, level) => node(title, titles[level - 1], { rollUp: { descendants: titles.length - 1 - level } }));

/** A day as the protocol has it. */
export const day = (iso: string) => dateOfIso(iso);

/** Answers the tree of every project with these tasks. */
export function answerTree(nodes: readonly TaskNode[], people: readonly Fields<typeof AssigneeSchema>[] = []): void {
  server.stream(TaskService.method.streamTaskTree, [{ nodes: [...nodes], total: nodes.length, people: [...people] }]);
}

/** Answers with these projects, the newest first, whoever looks for one of them or for all. */
export function answerProjects(...projects: readonly Project[]): void {
  server.answer(ProjectService.method.getProject, ({ id }) => {
    const found = projects.find((one) => one.id === id);
    if (!found) throw new ConnectError('Project not found.', Code.NotFound);
    return found;
  });
  server.answer(ProjectService.method.filterProjects, (request) => {
    const name = request.projectName.toLowerCase();
    return pageOf(
      projects.filter(({ projectName }) => projectName.toLowerCase().includes(name)),
      request,
    );
  });
}

/** Answers that nothing has documents. */
export function answerNoDocuments(): void {
  server.answer(DocumentService.method.filterDocuments, {});
}
