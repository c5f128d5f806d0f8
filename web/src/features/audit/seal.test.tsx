import { Code } from '@connectrpc/connect';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { instant } from '@/testing/platform';
import { page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';

const { filterAuditEvents, getAuditSeal } = AuditService.method;

const SEAL = {
  tenantId: 'tenant-1',
  tenantName: 'Bharat Infra',
  number: 1204n,
  sealedAt: instant('2026-05-19T08:35:00Z'),
  events: 37n,
  firstAt: instant('2026-05-19T08:30:10Z'),
  lastAt: instant('2026-05-19T08:34:50Z'),
  hash: 'c0ffee'.padEnd(64, '0'),
  previousHash: 'beef'.padEnd(64, '0'),
};

const dialog = page.getByRole('dialog', { name: 'Seal' });
const facts = dialog.getByRole('definition');

async function open() {
  await list.open('/admin/audit');
  await page.getByRole('button', { name: 'Seal' }).click();
  await expect.element(dialog).toBeVisible();
}

describe('the seal over the activity', () => {
  beforeEach(() => {
    signIn();
    server.answer(filterAuditEvents, (request) => pageOf([], request));
  });

  test('is shown to be kept on paper, the newest first', async () => {
    server.answer(getAuditSeal, SEAL);
    await open();
    await expect.element(facts.nth(0)).toHaveTextContent('Bharat Infra');
    await expect.element(facts.nth(1)).toHaveTextContent('1,204');
    await expect.element(facts.nth(2)).toHaveTextContent('19 May 2026, 2:05 pm');
    await expect.element(facts.nth(3)).toHaveTextContent('37 in this seal');
    await expect.element(facts.nth(5)).toHaveTextContent(SEAL.hash);
    await expect.element(facts.nth(6)).toHaveTextContent(SEAL.previousHash);
    expect((await server.calls(getAuditSeal))[0]?.request.number).toBe(0n);
    await expect.element(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Print' })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Seal' })).toHaveFocus();
  });

  test('is found by the number that a paper says', async () => {
    server.answer(getAuditSeal, ({ number }) => ({ ...SEAL, number: number || SEAL.number }));
    await open();
    await dialog.getByRole('textbox', { name: 'Seal number' }).fill('7');
    await expect.element(facts.nth(1)).toHaveTextContent('7');
    expect((await server.calls(getAuditSeal)).at(-1)?.request.number).toBe(7n);
    server.fail(getAuditSeal, Code.NotFound);
    await dialog.getByRole('textbox', { name: 'Seal number' }).fill('9999');
    await expect.element(dialog.getByText('There is no seal with this number')).toBeVisible();
    await expectAccessible();
  });

  test('says when there is none yet, and when it can’t be had', async () => {
    const mend = server.fail(getAuditSeal);
    await open();
    await expect.element(dialog.getByText('Failed to fetch the seal')).toBeVisible();
    mend();
    server.fail(getAuditSeal, Code.NotFound);
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect.element(dialog.getByText('Nothing is sealed yet')).toBeVisible();
    await expectAccessible();
  });

  test('fits a phone', async () => {
    server.answer(getAuditSeal, SEAL);
    for (const width of [683, 320]) {
      await page.viewport(width, 800);
      await open();
      await expect.element(facts.nth(5)).toBeVisible();
      expect(document.documentElement.scrollWidth, `at ${width}`).toBe(document.documentElement.clientWidth);
    }
  });
});
