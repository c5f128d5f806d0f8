import { IconLock } from '@tabler/icons-react';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { type Role, RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge, type StatusMeta } from '@/kit/data/StatusBadge';
import type { Section } from '@/kit/form/fields';
import { columnsOf } from '@/kit/list/columns';
import { wholeList } from '@/kit/list/whole-list';
import { Module } from '@/session/permissions';
import { listExport } from '@/shared/export/list-export';
import { resource } from '@/shared/screens/resource';
import { changedPermissions, readChanges } from './grants';
import { PermissionsInput, PermissionsView } from './PermissionsField';
import { rolePaths } from './paths';

const api = RoleService.method;
const words = t.roles;
const label = words.fields;
const column = columnsOf<Role>();

/** The values of the role form. */
interface RoleValues {
  name: string;
  description: string;
  /** What the grid changes, as `writeChanges` writes it. */
  permissions: string;
  /** Not a field: it locks two. */
  isSystem: boolean;
}

const SYSTEM: StatusMeta = { label: words.system, tone: 'neel', icon: IconLock };
const frozen = ({ isSystem }: RoleValues) => (isSystem ? words.systemFrozen : undefined);

const sections: readonly Section<RoleValues>[] = [
  {
    id: 'role',
    title: words.sections.role,
    fields: [
      {
        name: 'name',
        label: label.name,
        kind: 'text',
        required: words.nameRequired,
        locked: frozen,
      },
      { name: 'description', label: label.description, kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'permissions',
    title: words.sections.permissions,
    fields: [
      {
        name: 'permissions',
        label: label.permissions,
        kind: 'custom',
        span: 3,
        Input: PermissionsInput,
        changesOnly: (text) => t.grid.changed(readChanges(text).size),
        locked: frozen,
        view: () => <PermissionsView />,
      },
    ],
  },
];

const message = ({ name, description }: RoleValues, version?: bigint) => ({ name: name.trim(), description, version });

/** The screens of roles. A role and its rights are saved by one call. */
export const roles = resource({
  path: '/admin/roles',
  at: rolePaths,
  module: Module.ROLE,
  services: [RoleService, PermissionService, UserRoleMappingService],
  titles: { list: words.title, create: words.create, edit: words.edit },
  list: {
    noun: { one: words.noun[0], many: words.noun[1] },
    whole: true,
    method: api.listRoles,
    export: listExport(api.exportRoles),
    page: ({ roles: rows }, params) =>
      wholeList(rows, params, {
        filters: { name: { contains: (row) => row.name }, description: { contains: (row) => row.description } },
        sort: { name: (row) => row.name, description: (row) => row.description },
      }),
    filters: [
      { kind: 'text', name: 'name', label: label.name },
      { kind: 'text', name: 'description', label: label.description },
    ],
    columns: [
      column.text('name', label.name, (row) => row.name, { width: 240, link: (row) => rolePaths.view(row.id) }),
      column.text('description', label.description, (row) => row.description, { card: 'title' }),
      column.status('isSystem', words.kind, (row) => (row.isSystem ? SYSTEM : undefined), {
        width: 136,
        sortable: false,
      }),
      column.instant('updatedAt', label.updatedAt, (row) => row.updatedAt, { keep: 'middle', width: 116 }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.name,
    emptyHint: words.emptyHint,
    loadError: words.fetchFailed,
  },
  get: {
    method: api.getRole,
    input: (id) => ({ id }),
    values: ({ name, description, isSystem }) => ({ name, description, isSystem, permissions: '' }),
    version: (role) => role.version,
    title: (role) => role.name,
    description: (role) => (
      <RecordFacts createdAt={role.createdAt} updatedAt={role.updatedAt}>
        {role.isSystem && <StatusBadge meta={SYSTEM} />}
      </RecordFacts>
    ),
    failed: words.fetchOneFailed,
    history: 'role',
  },
  create: {
    method: api.createRole,
    input: (values) => ({ role: message(values), permissions: changedPermissions(values.permissions) }),
    saved: words.created,
  },
  update: {
    method: api.updateRole,
    input: (values, id, version) => ({
      id,
      role: message(values, version),
      permissions: changedPermissions(values.permissions),
    }),
    saved: words.updated,
  },
  remove: {
    method: api.deleteRole,
    input: (row) => ({ id: row.id }),
    title: (row) => words.deleteTitle(row.name),
    question: words.deleteQuestion,
    removed: words.deleted,
    failed: words.deleteFailed,
    refusal: (row) => (row.isSystem ? words.systemDelete : undefined),
  },
  form: {
    initial: { name: '', description: '', permissions: '', isSystem: false },
    sections,
    fieldPrefix: 'role.',
    saveFailed: words.saveFailed,
    resettable: true,
    beside: [PermissionService],
  },
});
