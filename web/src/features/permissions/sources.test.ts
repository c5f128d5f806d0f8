import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { EffectivePermissionSchema } from '@/gen/nirmaan/platform/v1/permission_pb';
import { rolesGranting, sourceLines } from './sources';

const permission = create(EffectivePermissionSchema, {
  moduleName: 'Contracts',
  canView: true,
  canEdit: true,
  sources: [
    { roleId: '1', roleName: 'Estimator', canView: true, canEdit: true },
    { roleId: '2', roleName: 'Viewer', canView: true },
  ],
});

test('an action names the roles that grant it', () => {
  expect(rolesGranting(permission, 'view')).toEqual(['Estimator', 'Viewer']);
  expect(rolesGranting(permission, 'edit')).toEqual(['Estimator']);
  expect(rolesGranting(permission, 'delete')).toEqual([]);
});

test('a role names the actions that it grants', () => {
  expect(sourceLines(permission).map(({ text }) => text)).toEqual(['Estimator: View, Edit', 'Viewer: View']);
});
