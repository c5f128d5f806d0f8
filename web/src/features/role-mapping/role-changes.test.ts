import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { RoleSelectionSchema } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { readRoleChanges, rolesAfter, withRole, writeRoleChanges } from './role-changes';

const role = (roleId: string, userId: string) => create(RoleSelectionSchema, { roleId, userId });

test('a text keeps the changes, whatever their order', () => {
  const changes = new Map([
    ['b', false],
    ['a', true],
  ]);
  expect(writeRoleChanges(changes)).toBe('+a -b');
  expect(readRoleChanges('+a -b')).toEqual(changes);
  expect(readRoleChanges('')).toEqual(new Map());
  expect(readRoleChanges('a + -')).toEqual(new Map());
});

test('a box set and cleared again is no change', () => {
  const set = withRole(new Map(), 'a', false, true);
  expect(set).toEqual(new Map([['a', true]]));
  expect(withRole(set, 'a', false, false)).toEqual(new Map());
});

test('a save keeps the roles that nobody touched', () => {
  const roles = [role('a', 'u'), role('b', ''), role('c', 'u')];
  expect(rolesAfter(roles, readRoleChanges('+b -c'))).toEqual(['a', 'b']);
  expect(rolesAfter(roles, new Map())).toEqual(['a', 'c']);
});
