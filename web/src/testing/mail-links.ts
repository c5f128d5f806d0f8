import { Code, type ConnectError } from '@connectrpc/connect';
import { expect } from 'vitest';
import { refused } from './refusals';
import { address, page } from './screen';
import { settled } from './settled';

const main = page.getByRole('main');

/** The pages that mailed links lead to, and the sign-in that they lead on to. */
export const linkPage = {
  main,
  heading: main.getByRole('heading', { level: 1 }),
  newPassword: main.getByRole('textbox', { name: 'New password' }),
  problem: main.getByRole('alert'),
  again: main.getByRole('button', { name: 'Try again' }),
  toLogin: main.getByRole('link', { name: 'Go to Login' }),
  emailOrMobile: main.getByRole('textbox', { name: 'E-mail or mobile' }),
  tenantName: main.getByRole('textbox', { name: 'Tenant name' }),
};

/** Goes back to the page of a link, which leads whoever is signed in by then home. */
export async function backHome(): Promise<void> {
  await settled();
  const before = window.history.state?.idx;
  window.history.back();
  await expect.poll(() => window.history.state?.idx).toBe(before - 1);
  await expect.poll(address).toBe('/');
  await settled();
}

/** The server's refusal of a link of Asha's that was used. */
export const usedLink = (message: string): ConnectError =>
  refused(Code.FailedPrecondition, message, 'LINK_USED', {
    email: 'asha@bharat.example',
    tenantName: 'Bharat Infra',
  });
