import { expect, test } from 'vitest';
import { isGranted, Module, moduleName } from './permissions';
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
      moduleName: 'conTRACTS',
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
  expect(isGranted(user, Module.CONTRACTS, 'view')).toBe(true);
});

test('a module is called as the catalogue calls it', () => {
  expect(moduleName(Module.PROJECT_TASKS)).toBe('Project Tasks');
  expect(moduleName(Module.USER_ROLE_MAPPING)).toBe('UserRoleMapping');
});

test('each flag grants its own action', () => {
  expect(isGranted(user, Module.CONTRACTS, 'edit')).toBe(false);
});

test('an unknown module and a guest are granted nothing', () => {
  expect(isGranted(user, Module.PROJECTS, 'view')).toBe(false);
  expect(isGranted(undefined, Module.CONTRACTS, 'view')).toBe(false);
});
