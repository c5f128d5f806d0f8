import { beforeEach, describe, expect, test } from 'vitest';
import { AuthService } from '@/gen/nirmaan/auth/v1/auth_pb';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { chooseFiles, PIXEL_URL, pixel } from '@/testing/files';
import { form } from '@/testing/form';
import { list } from '@/testing/list';
import { signIn } from '@/testing/people';
import { conflict } from '@/testing/refusals';
import { address, open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { getProfile, updateProfile, listSessions } = ProfileService.method;

const PROFILE = {
  id: 'user-1',
  tenantId: 'tenant-1',
  tenantName: 'Bharat Infra',
  email: 'owner@bharat.example',
  mobileNo: '9822012345',
  designation: 'Site engineer',
  version: 3n,
};

const header = page.getByRole('banner');
const avatar = header.getByRole('button', { name: 'owner@bharat.example' });
const account = page.getByRole('form', { name: 'Profile' });
const mobile = account.getByRole('textbox', { name: 'Mobile no.' });
const image = account.getByLabelText('Profile image');
const update = account.getByRole('button', { name: 'Update' });

/** The image in the header, if there is one. */
const portrait = () => document.querySelector<HTMLImageElement>('header img')?.src;

async function openProfile(): Promise<void> {
  await open('/profile');
  await expect.element(account).toBeVisible();
}

describe('one’s own account', () => {
  beforeEach(() => {
    signIn();
    server.answer(getProfile, PROFILE);
    server.answer(listSessions, {});
    server.answer(SecondFactorService.method.getSecondFactor, {});
  });

  // Spec: S2.header.tooltip S2.header.default-icon
  test('is reached from the header', async () => {
    await open('/payroll');
    await expect.element(avatar).toBeVisible();
    expect(avatar.element().querySelector('svg')).not.toBeNull();
    expect(portrait()).toBeUndefined();
    await avatar.hover();
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('owner@bharat.example');
    await avatar.click();
    const link = page.getByRole('link', { name: 'My account' });
    await expect.element(link).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(avatar).toHaveFocus();
    await expect.element(link).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(link).toBeVisible();
    // Past the tasks, which stand above it.
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(link).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/profile');
    await expect.element(list.heading).toHaveTextContent('My account');
    await expect.element(link).not.toBeInTheDocument();
  });

  test('shows what the administrator has set', async () => {
    await openProfile();
    const facts = account.getByRole('definition');
    expect(facts.elements().map(({ textContent }) => textContent)).toEqual([
      'owner@bharat.example',
      'Bharat Infra',
      'Site engineer',
    ]);
  });

  // Spec: S2.header.image
  test('sends mobile number and image, which the header shows at once', async () => {
    server.answer(updateProfile, ({ profile }) => {
      const image = profile?.profileImage === 'none' ? '' : PIXEL_URL;
      return { ...PROFILE, mobileNo: profile?.mobileNo, profileImage: image, profileThumbnail: image, version: 4n };
    });
    await openProfile();
    await expect.element(mobile).toHaveValue('9822012345');
    await mobile.fill('9822054321');
    await chooseFiles(image, pixel());
    await expect.element(form.unsaved).toBeVisible();
    await update.click();
    await form.expectToast('Profile updated successfully!');
    await expect.element(form.unsaved).not.toBeInTheDocument();
    expect(portrait()).toBe(PIXEL_URL);
    await page.getByRole('button', { name: 'Remove' }).click();
    await update.click();
    await expect.poll(portrait).toBeUndefined();
    expect((await server.calls(updateProfile)).map(({ request }) => request.profile)).toMatchObject([
      { mobileNo: '9822054321', profileImage: PIXEL_URL, version: 3n },
      { mobileNo: '9822054321', profileImage: 'none', version: 4n },
    ]);
  });

  test('refuses what is no mobile number and what is no image', async () => {
    await openProfile();
    await mobile.fill('123');
    await chooseFiles(image, new File(['a'], 'a.txt', { type: 'text/plain' }));
    await expect.element(page.getByText('Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.')).toBeVisible();
    await update.click();
    await account.getByRole('link', { name: 'Please enter a valid 10-digit mobile number.' }).click();
    await expect.element(mobile).toHaveFocus();
    await expectAccessible();
    expect(await server.calls(updateProfile)).toEqual([]);
  });

  test('is not overwritten when an administrator changed it first', async () => {
    server.answer(updateProfile, () => {
      server.answer(getProfile, { ...PROFILE, mobileNo: '9822000002', version: 4n });
      throw conflict(4n, { updatedBy: 'asha@bharat.example' });
    });
    await openProfile();
    await mobile.fill('9822000001');
    await update.click();
    const dialog = form.dialog('This record has changed');
    await expect.element(dialog).toHaveTextContent('Last changed by asha@bharat.example at 20 Nov 2026, 2:05 pm');
    await expectAccessible();
    await dialog.getByRole('radio', { name: 'Theirs' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await form.expectToast('The record already holds these values. There was nothing left to save.');
    await expect.element(mobile).toHaveValue('9822000002');
    await expect.element(form.unsaved).not.toBeInTheDocument();
    expect(await server.calls(updateProfile)).toHaveLength(1);
  });

  test('asks before unsaved changes are left by Logout', async () => {
    server.answer(AuthService.method.logout, {});
    await openProfile();
    await mobile.fill('9');
    const logout = header.getByRole('button', { name: 'Logout' });
    await logout.click();
    await expect.element(form.dialog('Leave without saving?')).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect.element(header.getByText('Signed in as owner@bharat.example')).toBeVisible();
    await expect.element(mobile).toHaveValue('9');
    await logout.click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect.element(header.getByText('Guest')).toBeVisible();
    await expect.poll(address).toBe('/');
    expect(localStorage.length + sessionStorage.length).toBe(0);
    expect(await server.calls(AuthService.method.logout)).toHaveLength(1);
  });

  test('says what can’t be loaded, and tries again', async () => {
    const mend = [server.fail(getProfile), server.fail(listSessions)];
    await open('/profile');
    await expect.element(list.heading).toHaveTextContent('Failed to load your account');
    await expectAccessible();
    for (const one of mend) one();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(account).toBeVisible();

    const mendSessions = server.fail(listSessions);
    await openProfile();
    await expect.element(page.getByText('Failed to load your sessions')).toBeVisible();
    await expectAccessible();
    mendSessions();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('You are signed in nowhere else.')).toBeVisible();
  });
});
