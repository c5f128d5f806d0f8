import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { t } from '@/i18n/people';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { formatInstant } from '@/kit/format';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { ALL } from '@/kit/stale';
import { Module } from '@/session/permissions';
import { currentUser } from '@/session/session-store';
import { listExport } from '@/shared/export/list-export';
import { changeRequest, readRoleChanges } from '@/shared/roles/role-changes';
import { resource } from '@/shared/screens/resource';
import { ACTIVE_OPTIONS, userMeta } from './active';
import { EndSessions } from './EndSessions';
import { HandOver } from './HandOver';
import { receiverOf } from './HandOverInput';
import { InviteAgain } from './InviteAgain';
import { RemoveSecondFactor } from './RemoveSecondFactor';
import { UserLinks } from './UserLinks';
import { UserName } from './UserName';
import { initialUser, userMessage, userValues, useUserSections } from './user-form';

const api = UserService.method;
const label = t.users.fields;
const column = columnsOf<User>();

const roles = (id: string) => `/admin/users/${id}/roles`;
const permissions = (id: string) => `/admin/users/${id}/permissions`;

const roleChanges = (text: string) => changeRequest(readRoleChanges(text));

/** The screens of users. */
export const users = resource({
  path: '/admin/users',
  module: Module.USER,
  // Users are named on many screens with their state, and their tasks may change hands.
  services: [ALL],
  titles: { list: t.users.title, create: t.users.create, edit: t.users.edit },
  list: {
    noun: { one: t.users.noun[0], many: t.users.noun[1] },
    method: api.filterUsers,
    export: listExport(api.exportUsers),
    page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
    filters: [
      { kind: 'text', name: 'email', label: label.email },
      { kind: 'text', name: 'mobileNo', label: label.mobileNo },
      { kind: 'text', name: 'designation', label: label.designation },
      { kind: 'select', name: 'isActive', label: label.isActive, options: ACTIVE_OPTIONS },
      ...createdFilters(t.list.from, t.list.to),
    ],
    columns: [
      {
        id: 'email',
        header: label.email,
        sortable: true,
        least: 240,
        link: (row) => `/admin/users/${row.id}`,
        cell: (row) => <UserName user={row} />,
      },
      column.id('mobileNo', label.mobileNo, (row) => row.mobileNo, { width: 124 }),
      // The documented list calls the designation the user's role and sorts by that name.
      column.text('role', label.designation, (row) => row.designation, { width: 160 }),
      column.status('isActive', label.isActive, userMeta, { width: 146 }),
      column.text('comment', label.comment, (row) => row.comment, { width: 190, keep: 'middle', card: 'none' }),
      column.instant('createdAt', label.createdAt, (row) => row.createdAt, { width: 100, keep: 'middle' }),
      column.instant('updatedAt', label.updatedAt, (row) => row.updatedAt, { width: 100, keep: 'wide', card: 'none' }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.email,
    menu: (row) => [
      { label: t.users.roles, to: roles(row.id) },
      { label: t.users.permissions, to: permissions(row.id) },
    ],
    links: <UserLinks />,
    emptyHint: t.users.emptyHint,
    loadError: t.users.fetchFailed,
  },
  get: {
    method: api.getUser,
    input: (id) => ({ id }),
    values: userValues,
    version: (user) => user.version,
    title: (user) => user.email,
    description: (user) => (
      <RecordFacts createdAt={user.createdAt} updatedAt={user.updatedAt}>
        <StatusBadge meta={userMeta(user)} />
        {user.roleRequestedAt && <span>{t.users.roleRequest.since(formatInstant(user.roleRequestedAt))}</span>}
        {user.isInvited && <span>{t.users.invitation.notAccepted}</span>}
        <span>{user.tenantName}</span>
      </RecordFacts>
    ),
    actions: (user) => (
      <>
        <Button variant="default" component={Link} to={roles(user.id)}>
          {t.users.roles}
        </Button>
        <Button variant="default" component={Link} to={permissions(user.id)}>
          {t.users.permissions}
        </Button>
        {user.isInvited ? <InviteAgain user={user} /> : <EndSessions user={user} />}
        <RemoveSecondFactor user={user} />
      </>
    ),
    failed: t.users.fetchOneFailed,
    history: 'user',
  },
  create: {
    method: api.createUser,
    input: (values) => ({ user: userMessage(values), roleIds: roleChanges(values.roleIds).giveRoleIds }),
    saved: t.users.created,
  },
  update: {
    method: api.updateUser,
    input: (values, id, version) => ({
      id,
      user: userMessage(values, version),
      handOverToId: values.isActive === 'false' ? receiverOf(values.handOverToId)?.value : '',
      ...roleChanges(values.giveRoleIds),
    }),
    saved: t.users.updated,
  },
  remove: {
    method: api.deleteUser,
    input: (row, handOverToId) => ({ id: row.id, handOverToId }),
    More: HandOver,
    title: (row) => t.users.deleteTitle(row.email),
    question: t.users.deleteQuestion,
    removed: t.users.deleted,
    failed: t.users.deleteFailed,
    refusal: (row) => (row.id === currentUser()?.id ? t.users.notOneself : undefined),
    kind: 'USER',
  },
  form: {
    initial: initialUser,
    sections: useUserSections,
    fieldPrefix: 'user.',
    saveFailed: t.users.saveFailed,
    beside: [UserRoleMappingService],
  },
});
