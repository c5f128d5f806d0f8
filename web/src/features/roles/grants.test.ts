import { describe, expect, test } from 'vitest';
import {
  bitOf,
  changedPermissions,
  coverage,
  EVERYTHING,
  grantOf,
  readChanges,
  withBits,
  writeChanges,
} from './grants';

const VIEW = bitOf('view');
const EDIT = bitOf('edit');
const none = { canCreate: false, canView: false, canEdit: false, canDelete: false, canReport: false };

describe('grants', () => {
  test('flags become bits', () => {
    expect(grantOf(none)).toBe(0);
    expect(grantOf({ ...none, canView: true, canEdit: true })).toBe(VIEW | EDIT);
    expect(grantOf({ canCreate: true, canView: true, canEdit: true, canDelete: true, canReport: true })).toBe(
      EVERYTHING,
    );
  });

  test.each([
    ['all', [EVERYTHING, VIEW], VIEW],
    ['some', [EVERYTHING, 0], VIEW],
    ['some', [VIEW], EVERYTHING],
    ['none', [EDIT, 0], VIEW],
    ['none', [], EVERYTHING],
  ] as const)('%s of %j for %d', (state, grants, bits) => {
    expect(coverage(grants, bits)).toBe(state);
  });

  test('a change and its opposite leave nothing to save', () => {
    const stored = new Map([
      ['a', VIEW],
      ['b', 0],
    ]);
    const changed = withBits(stored, new Map(), ['a', 'b'], EDIT, true);
    expect(changed).toEqual(
      new Map([
        ['a', VIEW | EDIT],
        ['b', EDIT],
      ]),
    );
    expect(withBits(stored, changed, ['a', 'b'], EDIT, false)).toEqual(new Map());
  });

  test('a text keeps the changes, whatever their order', () => {
    const changes = new Map([
      ['b', 0],
      ['a', EVERYTHING],
    ]);
    const text = writeChanges(changes);
    expect(text).toBe('a=31 b=0');
    expect(readChanges(text)).toEqual(changes);
    expect(readChanges('')).toEqual(new Map());
    expect(readChanges('nonsense a=x b=99999')).toEqual(new Map());
  });

  test('a save names the modules that change and no others', () => {
    expect(changedPermissions(`m=${VIEW | EDIT}`)).toEqual([{ ...none, moduleId: 'm', canView: true, canEdit: true }]);
    expect(changedPermissions('')).toEqual([]);
  });
});
