import { expect, test } from 'vitest';
import { safeNext } from './next';

test('returns to the page that was asked for', () => {
  expect(safeNext({ next: '/contracts/list?page=2#row' })).toBe('/contracts/list?page=2#row');
});

test.each([
  undefined,
  null,
  'x',
  {},
  { next: 7 },
  { next: '' },
  { next: 'https://evil.example' },
  { next: '//evil.example' },
  { next: '/\\evil.example' },
  { next: '/login' },
])('goes home for %j', (state) => {
  expect(safeNext(state)).toBe('/');
});
