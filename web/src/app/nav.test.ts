import { expect, test } from 'vitest';
import { isCurrent, navGroups, visibleGroups } from './nav';

const items = navGroups.flatMap((group) => group.items);

test('the menu has the documented entries in the documented order', () => {
  expect(items.map(({ to }) => to)).toEqual([
    '/',
    '/about',
    '/admin/tenants',
    '/admin/users',
    '/admin/modules',
    '/admin/roles',
    '/contracts',
    '/projects',
    '/project-tasks',
    '/general-tasks',
    '/notification',
    '/reminders',
    '/inventories',
    '/payroll',
    '/vehicles',
    '/vehicle-insurance',
    '/attendane',
    '/payments',
    '/estimations',
    '/reports',
    '/gst',
  ]);
});

test('an entry shows only to whoever may view its module', () => {
  const visible = visibleGroups((module) => module === 'Contracts' || module === 'GST');
  expect(visible.map(({ id, items: shown }) => [id, shown.map(({ to }) => to)])).toEqual([
    ['contracts', ['/contracts']],
    ['operations', ['/gst']],
  ]);
});

test('an entry stands for its whole area, Home for itself alone', () => {
  const entry = (to: string) => items.find((item) => item.to === to) ?? { to };
  const current = (to: string, pathname: string) => isCurrent(entry(to), pathname);
  expect(current('/contracts', '/contracts/list')).toBe(true);
  expect(current('/contracts', '/contracts-archive')).toBe(false);
  expect(current('/', '/about')).toBe(false);
  expect(current('/', '/')).toBe(true);
});
