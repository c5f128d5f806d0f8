import { beforeEach, describe, expect, test } from 'vitest';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { bringFiles, chooseFiles, PIXEL_URL, pixel } from '@/testing/files';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { aTenant, aUser } from '@/testing/platform';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const CREATE = '/admin/users/create';
const EDIT = '/admin/users/user-7/edit';
const { getUser, updateUser } = UserService.method;

const WRONG_TYPE = 'Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.';
const TOO_LARGE = 'Image size must be under 2MB.';

const field = page.getByLabelText('Profile image');
const choose = page.getByRole('button', { name: 'Choose an image' });
const problem = page.getByRole('main').getByRole('alert');

/** What is shown of the image, if anything is. */
const preview = () => document.querySelector<HTMLImageElement>('main img')?.src;

describe('the image of a user', () => {
  beforeEach(() => {
    signIn();
    server.answer(getUser, aUser());
    server.answer(updateUser, aUser());
    server.answer(TenantService.method.getTenant, aTenant({ id: 'tenant-1', name: 'Bharat Infra' }));
  });

  // Spec: S2.users.form-image
  test('is seen before it is sent, kept by saying nothing, and taken away by name', async () => {
    await open(EDIT);
    await expect.element(choose).toBeVisible();
    await chooseFiles(field, pixel());
    await expect.poll(preview).toBe(PIXEL_URL);
    await form.update.click();
    await form.expectToast('User updated successfully!');

    server.answer(getUser, aUser({ profileImage: '/favicon.svg' }));
    await open(EDIT);
    await form.fill({ Comment: 'The image stays' });
    await form.update.click();
    expect(await server.calls(updateUser)).toHaveLength(2);

    await open(EDIT);
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.element(choose).toHaveFocus();
    expect(preview()).toBeUndefined();
    await form.update.click();
    expect(await server.calls(updateUser)).toHaveLength(3);
    expect((await server.calls(updateUser)).map(({ request }) => request.user?.profileImage)).toEqual([
      PIXEL_URL,
      '',
      'none',
    ]);
  });

  // Spec: S5.image.format S5.image.size S9.image.size
  test('is none of the wrong kind or size', async () => {
    await open(CREATE);
    await expect.element(choose).toBeVisible();
    await chooseFiles(field, new File(['<svg/>'], 'me.svg', { type: 'image/svg+xml' }));
    await expect.element(problem).toHaveTextContent(WRONG_TYPE);
    await expectAccessible();
    await chooseFiles(field, new File([new Uint8Array(2_097_153)], 'me.png', { type: 'image/png' }));
    await expect.element(problem).toHaveTextContent(TOO_LARGE);
    expect(preview()).toBeUndefined();
    await chooseFiles(field, pixel());
    await expect.element(problem).not.toBeInTheDocument();
    await expect.poll(preview).toBe(PIXEL_URL);
    // At the limit, it is still small enough.
    await chooseFiles(field, new File([new Uint8Array(2_097_152)], 'me.png', { type: 'image/png' }));
    await expect.poll(preview).not.toBe(PIXEL_URL);
    await expect.element(problem).not.toBeInTheDocument();
  });

  test('is dropped or pasted', async () => {
    await open(CREATE);
    await expect.element(choose).toBeVisible();
    bringFiles(choose, 'drop', pixel());
    await expect.poll(preview).toBe(PIXEL_URL);
    await page.getByRole('button', { name: 'Remove' }).click();
    bringFiles(choose, 'drop', pixel('me.png', 'text/plain'));
    await expect.element(problem).toHaveTextContent(WRONG_TYPE);
    bringFiles(choose, 'paste', pixel());
    await expect.poll(preview).toBe(PIXEL_URL);
    await expect.element(problem).not.toBeInTheDocument();
  });
});
