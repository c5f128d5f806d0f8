import { beforeEach, expect, test } from 'vitest';
import { queryClient } from '@/app/query-client';
import { PermissionService } from '@/gen/nirmaan/platform/v1/permission_service_pb';
import { RoleService } from '@/gen/nirmaan/platform/v1/role_service_pb';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { getRole, updateRole } = RoleService.method;

beforeEach(() => {
  signIn();
  server.answer(PermissionService.method.listRolePermissions, {});
});

test('Reset goes back to what was loaded, also when somebody has changed the role meanwhile', async () => {
  server.answer(getRole, { id: 'r', name: 'Clerk', description: 'Ours', version: 1n });
  server.answer(updateRole, {});
  await open('/admin/roles/r/edit');
  await form.fill({ Description: 'Mine' });

  server.answer(getRole, { id: 'r', name: 'Clerk', description: 'Theirs', version: 2n });
  // As coming back to the window does; kept when the newer answer is here.
  await queryClient.invalidateQueries();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(form.field('Description')).toHaveValue('Ours');

  // What is shown belongs to the version that is sent: the server can tell that it is old.
  await form.fill({ Description: 'Ours, changed' });
  await form.update.click();
  expect((await server.calls(updateRole)).at(-1)?.request.role).toMatchObject({
    description: 'Ours, changed',
    version: 1n,
  });
});
