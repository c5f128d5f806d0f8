import { describe, expect, it } from 'vitest';
import { arranged, choiceOf, inOrder } from './arrange';

const columns = [{ id: 'name', link: () => '/' }, { id: 'status' }, { id: 'value' }, { id: 'date' }];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('the columns of a list', () => {
  it('stay as they come without a choice', () => {
    expect(arranged(columns, undefined)).toBe(columns);
  });

  it('follow the choice, and those that it does not know come after', () => {
    expect(ids(inOrder(columns, ['value', 'gone', 'name']))).toEqual(['value', 'name', 'status', 'date']);
  });

  it('are hidden, except the one that names the row', () => {
    const choice = { order: ['date', 'name'], hidden: ['name', 'status', 'gone'] };
    expect(ids(arranged(columns, choice))).toEqual(['date', 'name', 'value']);
  });

  it('are no choice when they are as the list has them', () => {
    expect(choiceOf(columns, ids(columns), new Set())).toBeUndefined();
    expect(choiceOf(columns, ids(columns), new Set(['date']))).toEqual({ order: ids(columns), hidden: ['date'] });
    const order = ['status', 'name', 'value', 'date'];
    expect(choiceOf(columns, order, new Set())).toEqual({ order, hidden: [] });
  });
});
