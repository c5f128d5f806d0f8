import { expect, test } from 'vitest';
import { isGranted } from './permissions';
import type { StoredUser } from './session-store';

const user: StoredUser = {
  id: 'u',
  tenantId: 't',
  tenantName: 'Bharat Infra',
  username: 'a@b.example',
  email: 'a@b.example',
  profileImage: '',
  permissions: [
    {
      moduleId: '1',
      moduleName: 'Contracts',
      moduleDescription: '',
      canCreate: false,
      canView: true,
      canEdit: false,
      canDelete: false,
      canReport: false,
    },
  ],
};

// Spec: S6.menu.case
test('module names are compared without case', () => {
  expect(isGranted(user, 'CONTRACTS', 'view')).toBe(true);
});

test('each flag grants its own action', () => {
  expect(isGranted(user, 'Contracts', 'edit')).toBe(false);
});

test('an unknown module and a guest are granted nothing', () => {
  expect(isGranted(user, 'Projects', 'view')).toBe(false);
  expect(isGranted(undefined, 'Contracts', 'view')).toBe(false);
});
