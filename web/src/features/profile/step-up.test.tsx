import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AppPasswordService } from '@/gen/nirmaan/auth/v1/app_password_service_pb';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { signIn } from '@/testing/people';
import { instant } from '@/testing/platform';
import { invalid, refused, taken } from '@/testing/refusals';
import { open, page } from '@/testing/screen';
import { server } from '@/testing/server';

const { listAppPasswords, createAppPassword, deleteAppPassword } = AppPasswordService.method;
const { getSecondFactor, stepUp } = SecondFactorService.method;

const card = page.getByRole('region', { name: 'App passwords' });
const dialog = page.getByRole('dialog', { name: 'New app password' });
const name = dialog.getByRole('textbox', { name: 'Name' });
const create = dialog.getByRole('button', { name: 'New app password' });
const question = page.getByRole('dialog', { name: 'Is it you?' });
const code = question.getByRole('textbox', { name: 'Code' });

const MADE_AT = instant('2026-11-20T08:35:00Z');
const TALLY = { id: 'a', name: 'Tally', createdAt: MADE_AT };
const SECRET = 'nirmaan-mfrggzdfmztwq2lknnwg23tpobyxe43u';
const SHOW_IT = 'Show your second factor once more.';

/** Whether the session has shown the second factor of late. */
let shown: boolean;

beforeEach(() => {
  shown = false;
  signIn();
  server.answer(ProfileService.method.getProfile, { id: 'user-1', email: 'owner@bharat.example', version: 3n });
  server.answer(ProfileService.method.listSessions, {});
  server.answer(getSecondFactor, { since: instant('2026-05-19T08:35:00Z'), recoveryCodesLeft: 10 });
  server.answer(listAppPasswords, {});
  server.answer(createAppPassword, ({ name }) => {
    if (!shown) throw refused(Code.PermissionDenied, SHOW_IT, 'STEP_UP_REQUIRED');
    if (name === 'Tally') throw taken('name', 'You have an app password of this name. Choose another name.');
    server.answer(listAppPasswords, { appPasswords: [{ id: 'b', name, createdAt: MADE_AT }] });
    return { appPassword: { id: 'b', name, createdAt: MADE_AT }, password: SECRET };
  });
  server.answer(stepUp, ({ code }) => {
    if (code !== '287082') throw invalid({ code: 'The code is wrong.' });
    shown = true;
    return {};
  });
});

async function begin(called: string): Promise<void> {
  await open('/profile');
  await card.getByRole('button', { name: 'New app password' }).click();
  await expect.element(name).toHaveFocus();
  await name.fill(called);
  await create.click();
}

describe('the second factor, asked for once more', () => {
  test('lets the call that waits go on once the code is right', async () => {
    await begin('Billing');
    await expect.element(code).toHaveFocus();
    await expectAccessible();
    const submit = question.getByRole('button', { name: 'Continue' });
    await code.fill('000000');
    await submit.click();
    await expect.element(code).toHaveAccessibleDescription(/The code is wrong\./);
    await code.fill('287082');
    await submit.click();
    await expect.element(dialog.getByRole('status', { name: 'App password of Billing' })).toHaveTextContent(SECRET);
    await expect.element(question).not.toBeInTheDocument();
    // Refused once, and made once.
    expect(await server.calls(createAppPassword)).toHaveLength(2);
  });

  test('leaves all as it was when it is declined', async () => {
    await begin('Billing');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(SHOW_IT);
    await expect.element(name).toHaveValue('Billing');
    await expect.element(question).not.toBeInTheDocument();
    expect(await server.calls(stepUp)).toEqual([]);
    await create.click();
    await expect.element(code).toHaveFocus();
  });

  test('is asked for once, however often the server refuses it', async () => {
    server.answer(stepUp, {});
    await begin('Billing');
    await code.fill('287082');
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(SHOW_IT);
    await expect.element(question).not.toBeInTheDocument();
    expect(await server.calls(createAppPassword)).toHaveLength(2);
  });
});

describe('app passwords', () => {
  beforeEach(() => {
    shown = true;
  });

  test('are told once, and listed by their names', async () => {
    await begin(' ');
    await expect.element(name).toHaveAccessibleDescription(/Name is required\./);
    await name.fill('Tally');
    await create.click();
    await expect.element(name).toHaveAccessibleDescription(/Choose another name\./);
    await name.fill('Billing');
    await create.click();
    await expect.element(dialog.getByRole('status', { name: 'App password of Billing' })).toHaveTextContent(SECRET);
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(card.getByRole('listitem')).toHaveTextContent(/^Billing.*Never signed in/);
    await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
  });

  test('are deleted after a question', async () => {
    server.answer(listAppPasswords, { appPasswords: [{ ...TALLY, lastUsedAt: MADE_AT }] });
    server.answer(deleteAppPassword, () => {
      server.answer(listAppPasswords, {});
      return {};
    });
    await open('/profile');
    await expect.element(card.getByRole('listitem')).toHaveTextContent(/Last signed in 20 Nov 2026/);
    await card.getByRole('button', { name: 'Delete the app password Tally' }).click();
    const sure = page.getByRole('dialog', { name: 'Delete the app password Tally?' });
    await sure.getByRole('button', { name: 'Delete' }).click();
    await form.expectToast('App password Tally deleted.');
    await expect.element(card).toHaveTextContent('No program signs in as you.');
    await expect.element(card.getByRole('heading', { name: 'App passwords' })).toHaveFocus();
    expect((await server.calls(deleteAppPassword)).map(({ request }) => request)).toMatchObject([{ id: 'a' }]);
  });

  test('say when they can’t be had, and aren’t offered without a second factor', async () => {
    server.fail(listAppPasswords, Code.Unavailable);
    await open('/profile');
    await expect.element(card).toHaveTextContent('Failed to load your app passwords');
    server.answer(listAppPasswords, { appPasswords: [TALLY] });
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect.element(card.getByRole('listitem')).toHaveTextContent('Tally');
    server.answer(getSecondFactor, {});
    await open('/');
    await open('/profile');
    await expect.element(page.getByText('You sign in with your password alone.')).toBeVisible();
    await expect.element(card).not.toBeInTheDocument();
  });
});
