import { describe, expect, test } from 'vitest';
import { roomFor } from './room';

const column = (id: string, rest: object = {}) => ({ id, header: id, cell: () => id, ...rest });

const COLUMNS = [
  column('name', { least: 200 }),
  column('note'),
  column('status', { width: 100 }),
  column('value', { width: 100, keep: 'middle' as const }),
  column('day', { width: 100, keep: 'wide' as const }),
];

/** The columns that there is room for. */
const shown = (width: number, aside = 0) => roomFor(COLUMNS, aside, width).columns.map(({ id }) => id);

describe('the columns of a table', () => {
  test('are all there where they fit, and else lose the wide ones, then the middle ones', () => {
    // 660, 560 and 460, set smaller by 0.92.
    expect(shown(608)).toEqual(['name', 'note', 'status', 'value', 'day']);
    expect(shown(607)).toEqual(['name', 'note', 'status', 'value']);
    expect(shown(516)).toEqual(['name', 'note', 'status', 'value']);
    expect(shown(515)).toEqual(['name', 'note', 'status']);
    expect(shown(0)).toEqual(['name', 'note', 'status']);
  });

  test('leave room for the menu', () => {
    expect(shown(608, 48)).toEqual(['name', 'note', 'status', 'value']);
    expect(roomFor(COLUMNS, 48, 2000).least).toBe(708);
  });

  test('are told from those that are always kept, whose least width may be more than there is', () => {
    expect(roomFor(COLUMNS, 0, 516).isNarrow).toBe(false);
    const narrow = roomFor(COLUMNS, 0, 300);
    expect(narrow.isNarrow).toBe(true);
    expect(narrow.least).toBeCloseTo(423.2);
  });

  test('have their width in a place of more than 1200 pixels, and are set smaller below', () => {
    expect(roomFor(COLUMNS, 0, 1201)).toMatchObject({ density: 1, least: 660 });
    expect(roomFor(COLUMNS, 0, 1200).density).toBe(0.92);
    // Before it is measured.
    expect(roomFor(COLUMNS, 0, Number.POSITIVE_INFINITY).columns).toHaveLength(5);
  });
});
