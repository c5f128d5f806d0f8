import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { type Module, ModuleService } from '@/gen/nirmaan/platform/v1/module_service_pb';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { t } from '@/i18n/access';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge, type StatusMeta } from '@/kit/data/StatusBadge';
import type { Section } from '@/kit/form/fields';
import { columnsOf } from '@/kit/list/columns';
import { wholeList } from '@/kit/list/whole-list';
import { Module as RightsModule } from '@/session/permissions';
import { listExport } from '@/shared/export/list-export';
import { resource } from '@/shared/screens/resource';
import { modulePaths } from './paths';

const api = ModuleService.method;
const words = t.modules;
const label = words.fields;
const column = columnsOf<Module>();

/** The values of the module form. */
interface ModuleValues {
  name: string;
  description: string;
  status: boolean;
  /** Not a field: it locks one. */
  isSeeded: boolean;
}

const STATES: Readonly<Record<'true' | 'false', StatusMeta>> = {
  true: { label: words.states.true, tone: 'neem', icon: IconCircleCheck },
  false: { label: words.states.false, tone: 'gray', icon: IconCircleOff },
};
const stateOf = ({ status }: Module) => (status === false ? 'false' : 'true');

const sections: readonly Section<ModuleValues>[] = [
  {
    id: 'module',
    title: words.section,
    fields: [
      {
        name: 'name',
        label: label.name,
        kind: 'text',
        required: words.nameRequired,
        help: words.help.name,
        locked: ({ isSeeded }) => (isSeeded ? words.seededName : undefined),
      },
      { name: 'description', label: label.description, kind: 'textarea', span: 3 },
      { name: 'status', label: label.status, kind: 'checkbox', help: words.help.status, span: 3 },
    ],
  },
];

const message = ({ name, description, status }: ModuleValues, version?: bigint) => ({
  name: name.trim(),
  description,
  status,
  version,
});

/** The screens of modules. */
export const modules = resource({
  path: '/admin/modules',
  at: modulePaths,
  module: RightsModule.MODULES,
  services: [ModuleService, PermissionService],
  titles: { list: words.title, create: words.create, edit: words.edit },
  list: {
    noun: { one: words.noun[0], many: words.noun[1] },
    whole: true,
    method: api.listModules,
    export: listExport(api.exportModules),
    page: ({ modules: rows }, params) =>
      wholeList(rows, params, {
        filters: {
          name: { contains: (row) => row.name },
          description: { contains: (row) => row.description },
          status: { equals: stateOf },
        },
        sort: { name: (row) => row.name, description: (row) => row.description, status: stateOf },
      }),
    filters: [
      { kind: 'text', name: 'name', label: label.name },
      { kind: 'text', name: 'description', label: label.description },
      {
        kind: 'select',
        name: 'status',
        label: label.state,
        options: [
          { value: 'true', label: words.states.true },
          { value: 'false', label: words.states.false },
        ],
      },
    ],
    columns: [
      column.text('name', label.name, (row) => row.name, { width: 220, link: (row) => `/admin/modules/${row.id}` }),
      column.text('description', label.description, (row) => row.description, { card: 'title' }),
      column.status('status', label.state, (row) => STATES[stateOf(row)], { width: 116 }),
      column.instant('updatedAt', label.updatedAt, (row) => row.updatedAt, { keep: 'middle', width: 116 }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.name,
    emptyHint: words.emptyHint,
    loadError: words.fetchFailed,
  },
  get: {
    method: api.getModule,
    input: (id) => ({ id }),
    values: ({ name, description, status, isSeeded }) => ({ name, description, status: status !== false, isSeeded }),
    version: (module) => module.version,
    title: (module) => module.name,
    description: (module) => (
      <RecordFacts createdAt={module.createdAt} updatedAt={module.updatedAt}>
        <StatusBadge meta={STATES[stateOf(module)]} />
      </RecordFacts>
    ),
    failed: words.fetchOneFailed,
    history: 'module',
  },
  create: {
    method: api.createModule,
    input: (values) => ({ module: message(values) }),
    saved: words.created,
  },
  update: {
    method: api.updateModule,
    input: (values, id, version) => ({ id, module: message(values, version) }),
    saved: words.updated,
  },
  remove: {
    method: api.deleteModule,
    input: (row) => ({ id: row.id }),
    title: (row) => words.deleteTitle(row.name),
    question: words.deleteQuestion,
    removed: words.deleted,
    failed: words.deleteFailed,
    refusal: (row) => (row.isSeeded ? words.seededDelete : undefined),
  },
  form: {
    initial: { name: '', description: '', status: true, isSeeded: false },
    sections,
    fieldPrefix: 'module.',
    saveFailed: words.saveFailed,
  },
});
