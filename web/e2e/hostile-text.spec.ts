import type { Page } from '@playwright/test';
import { asAdmin, asOwner, unique, uniqueMobile } from './api';
import { accounts, expect, test } from './fixtures';

/** What a browser would run if it took it for more than text; each says so by way of the window. */
const HOSTILE = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  "javascript:window.ran=1//'",
  '<svg/onload=window.ran=1>',
].join(' ');

declare global {
  interface Window {
    ran?: number;
  }
}

const text = (label: string) => `${label} ${unique()} ${HOSTILE}`;

/** The word that only this text has, to filter by: other tests make records too, and a list shows the newest ten. */
const wordOf = (shown: unknown) => /e2e\w+/.exec(String(shown))?.[0] ?? '';

/** Opens a page and finds the text on it, as it was written. */
async function visit(page: Page, path: string, shown: unknown): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).toContainText(String(shown));
  expect(await page.evaluate(() => window.ran), path).toBeUndefined();
}

test.describe('texts are shown as they were written, and nothing of them runs', () => {
  test('on the screens of the platform', async ({ page, request, signIn }) => {
    test.slow();
    const admin = await asAdmin(request);
    const tenant = await admin.tenant({ name: text('Firm'), comment: text('Comment') });
    const user = await admin.user({ designation: text('Clerk'), comment: text('Comment'), mobileNo: uniqueMobile() });
    const module = await admin.post('/modules', { name: text('M').slice(0, 100), description: text('What') });
    const role = await admin.post('/roles', { name: text('R').slice(0, 100), description: text('What') });
    await signIn(accounts.admin);
    await visit(page, `/admin/tenants/${tenant.id}`, tenant.name);
    await visit(page, `/admin/tenants?name=${wordOf(tenant.name)}`, tenant.name);
    await visit(page, `/admin/tenants/${tenant.id}`, tenant.comment);
    await visit(page, `/admin/users/${user.id}`, user.designation);
    await visit(page, `/admin/users/${user.id}`, user.comment);
    await visit(page, `/admin/users?designation=${wordOf(user.designation)}`, user.designation);
    await visit(page, `/admin/users/${user.id}/roles`, role.name);
    await visit(page, '/admin/modules', module.name);
    await visit(page, `/admin/modules/${module.id}`, module.description);
    await visit(page, `/admin/roles/${role.id}/view`, role.description);
    await admin.delete(`/modules/${module.id}`);
    await admin.delete(`/roles/${role.id}`);
  });

  test('not even where a script would write them as HTML', async ({ page, signIn, allowConsole }) => {
    allowConsole(/requires? 'Trusted(HTML|Script|ScriptURL)' assignment/);
    await signIn(accounts.owner);
    for (const path of ['/', '/contracts']) {
      await page.goto(path);
      const refused = await page.evaluate((hostile) => {
        const attempts = [
          () => Object.assign(document.createElement('div'), { innerHTML: hostile }),
          () => document.body.insertAdjacentHTML('beforeend', hostile),
          () => Object.assign(document.createElement('script'), { text: 'window.ran=1' }),
          () => Object.assign(document.createElement('script'), { src: '/assets/x.js' }),
          () => new DOMParser().parseFromString(hostile, 'text/html'),
        ];
        return attempts.map((attempt) => {
          try {
            attempt();
            return 'done';
          } catch (error) {
            return (error as Error).name;
          }
        });
      }, HOSTILE);
      expect(refused, path).toEqual(Array(5).fill('TypeError'));
      expect(await page.evaluate(() => window.ran)).toBeUndefined();
    }
  });

  test('on the screens of contracts', async ({ page, request, signIn }) => {
    const owner = await asOwner(request);
    const contract = await owner.post('/contracts', {
      bidId: unique(),
      contractName: text('Road'),
      referenceNo: text('Reference').slice(0, 100),
      contractType: HOSTILE.slice(0, 64),
      licenseHolderName: text('Holder').slice(0, 150),
      licenseNo: HOSTILE.slice(0, 34),
      description: text('About'),
      terminationReason: text('Reason'),
      comments: text('Remarks'),
      contractMetadata: { note: HOSTILE },
    });
    await signIn(accounts.owner);
    await page.goto(`/contracts/${contract.id}`);
    const main = page.getByRole('main');
    for (const field of [
      'contractName',
      'referenceNo',
      'contractType',
      'licenseHolderName',
      'licenseNo',
      'description',
      'terminationReason',
      'comments',
    ]) {
      await expect(main, field).toContainText(String(contract[field]));
    }
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
    await visit(page, '/contracts/list', contract.contractName);
    await owner.delete(`/contracts/${contract.id}`);
  });

  test('on the screens of deposits', async ({ page, request, signIn }) => {
    const owner = await asOwner(request);
    const contract = await owner.contract({ contractName: text('Road') });
    const deposit = await owner.deposit(contract, {
      depositType: HOSTILE.slice(0, 64),
      instrumentNo: text('DD').slice(0, 100),
      bankName: text('Bank').slice(0, 255),
      accountHolderName: text('Holder').slice(0, 255),
      bankAddress: text('Street'),
      comment: text('Remarks'),
    });
    const at = `/contracts/${contract.id}/security-deposit`;
    await signIn(accounts.owner);
    for (const field of ['depositType', 'instrumentNo', 'bankName', 'accountHolderName', 'bankAddress', 'comment']) {
      await visit(page, `${at}/${deposit.id}`, deposit[field]);
    }
    await visit(page, at, deposit.instrumentNo);
    await visit(page, `/contracts/contract-deposit?bidId=${contract.bidId}`, deposit.instrumentNo);
    await visit(page, `/contracts/contract-deposit/${contract.id}`, deposit.instrumentNo);
    await visit(page, `/contracts/${contract.id}`, deposit.instrumentNo);
    const types = String(deposit.depositType);
    await visit(page, `/contracts/contract-deposit?${new URLSearchParams({ depositTypes: types })}`, types);
    await owner.delete(`/contracts/${contract.id}`);
  });
});
