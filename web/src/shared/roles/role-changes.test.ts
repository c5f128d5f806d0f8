import { expect, test } from 'vitest';
import { changeRequest, readRoleChanges, withRole, writeRoleChanges } from './role-changes';

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

test('a save names the roles that were touched, and no others', () => {
  expect(changeRequest(readRoleChanges('+b -c +d'))).toEqual({ giveRoleIds: ['b', 'd'], takeRoleIds: ['c'] });
  expect(changeRequest(new Map())).toEqual({ giveRoleIds: [], takeRoleIds: [] });
});
