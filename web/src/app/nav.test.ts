import { IconHome } from '@tabler/icons-react';
import { expect, test } from 'vitest';
import { Module, moduleName } from '@/session/permissions';
import { isCurrent, navGroups, visibleGroups } from './nav';

const items = navGroups.flatMap((group) => group.items);

// Spec: S2.sidebar.targets
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

// Spec: S6.menu.modules
test('each entry stands for the module that is documented for it', () => {
  expect(items.map(({ label, module }) => [label, module && moduleName(module)])).toEqual([
    ['Home', 'Home'],
    ['About', 'About'],
    ['Tenants', 'Tenants'],
    ['Users', 'User'],
    ['Modules', 'Modules'],
    ['Roles', 'Role'],
    ['Contracts', 'Contracts'],
    ['Projects', 'Projects'],
    ['Tasks', 'Project Tasks'],
    ['General Task', 'General Tasks'],
    ['Notifications', 'Notification'],
    ['Reminders', 'Reminders'],
    ['Inventories', 'Inventories'],
    ['Payroll', 'Payroll'],
    ['Vehicles', 'Vehicles'],
    ['Vehicle Insurance', 'Vehicle Insurance'],
    ['Attendance', 'Attendance'],
    ['Payments', 'Payments'],
    ['Estimations', 'Estimations'],
    ['Reports', 'Reports'],
    ['GST', 'GST'],
  ]);
});

// Spec: S6.menu.view
test('an entry shows only to whoever may view its module', () => {
  const visible = visibleGroups((module) => module === Module.CONTRACTS || module === Module.GST);
  expect(visible.map(({ id, items: shown }) => [id, shown.map(({ to }) => to)])).toEqual([
    ['contracts', ['/contracts']],
    ['operations', ['/gst']],
  ]);
});

// Spec: S6.menu.no-module
test('an entry without a module shows to whoever may view nothing', () => {
  const free = { label: 'Free', to: '/free', Icon: IconHome };
  const group = { id: 'site', items: [free, { ...free, to: '/bound', module: Module.HOME }] };
  expect(visibleGroups(() => false, [group])).toEqual([{ id: 'site', items: [free] }]);
});

test('an entry stands for its whole area, Home for itself alone', () => {
  const entry = (to: string) => items.find((item) => item.to === to) ?? { to };
  const current = (to: string, pathname: string) => isCurrent(entry(to), pathname);
  expect(current('/contracts', '/contracts/list')).toBe(true);
  expect(current('/contracts', '/contracts-archive')).toBe(false);
  expect(current('/', '/about')).toBe(false);
  expect(current('/', '/')).toBe(true);
});
