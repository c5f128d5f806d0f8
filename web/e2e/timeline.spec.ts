import type { Page } from '@playwright/test';
import { asOwner, type Stored } from './api';
import { accounts, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures';

const CALL = '**/nirmaan.contracts.v1.ContractTimelineService/GetContractTimeline';
const DAY = 24 * 60 * 60 * 1000;

/** A day in India, so many days from today. */
const day = (offset: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + offset * DAY);

/** Changes the status of a contract, once for each of the given ones. */
async function pass(api: Awaited<ReturnType<typeof asOwner>>, contract: Stored, statuses: readonly string[]) {
  let now = contract;
  for (const status of statuses) now = await api.put(`/contracts/${contract.id}`, { ...now, status });
  return now;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Timeline' });
const entries = (page: Page) => panel(page).getByRole('list', { name: 'What happened, the oldest first' });

test.describe('the timeline of a contract', () => {
  test.beforeEach(async ({ signIn }) => signIn(accounts.owner));

  test('tells in order what was planned, what happened, and what is to come', async ({ page, request }) => {
    const api = await asOwner(request);
    const contract = await api.contract({
      openingDate: day(-60),
      closingDate: day(-40),
      awardedDate: day(-30),
      givenStartDate: day(-20),
      actualStartDate: day(-13),
      givenEndDate: day(90),
    });
    const deposit = await api.deposit(contract, { instrumentNo: 'DD 55', amount: 45_000, status: 'REFUNDED' });
    await pass(api, contract, ['SUBMITTED', 'AWARDED']);
    await page.goto(`/contracts/${contract.id}`);
    const by = 'by owner@bharat.example';
    await expect(entries(page).getByRole('listitem')).toHaveText([
      /Bids opened$/,
      /Bids closed$/,
      /Work awarded$/,
      /Work began 7 days late planned for \d\d \w{3} \d{4}$/,
      new RegExp(`Contract created as Draft ${by}$`),
      new RegExp(`EMD DD 55 · ₹45,000 created as Submitted ${by}$`),
      new RegExp(`EMD DD 55 · ₹45,000 from Submitted → to Refunded ${by}$`),
      new RegExp(`Contract from Draft → to Submitted ${by}$`),
      new RegExp(`Contract from Submitted → to Awarded ${by}$`),
      /Today$/,
      /Work ends expected$/,
    ]);
    const days = await entries(page)
      .locator('time')
      .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')));
    expect(days).toEqual([...days].sort());
    await expect(panel(page).locator('dl')).toContainText(/Planned.*Actual.* to today, still running/);

    await entries(page).getByRole('link', { name: 'EMD DD 55' }).first().click();
    await expect(page).toHaveURL(`/contracts/${contract.id}/security-deposit/${deposit.id}`);
    const own = page.getByRole('region', { name: 'Status history' }).getByRole('listitem');
    await expect(own).toHaveText([/created as Submitted/, /from Submitted → to Refunded/]);
  });

  test('says how late or early work began and ended', async ({ page, request }) => {
    const api = await asOwner(request);
    const cases = [
      [{ givenStartDate: day(-9), actualStartDate: day(-9) }, /Work began on time/],
      [{ givenStartDate: day(-9), actualStartDate: day(-10) }, /Work began 1 day early/],
      [{ givenStartDate: day(-9), actualStartDate: day(-8) }, /Work began 1 day late/],
      [{ givenStartDate: day(-3), status: 'MOBILIZED' }, /Work begins 3 days late so far planned, not recorded yet/],
      [{ givenEndDate: day(-3), actualEndDate: day(-8) }, /Work ended 5 days early/],
    ] as const;
    for (const [fields, sentence] of cases) {
      const contract = await api.contract(fields);
      await page.goto(`/contracts/${contract.id}`);
      await expect(entries(page).getByRole('listitem').first()).toContainText(sentence);
    }
  });

  test('folds away what is long past', async ({ page, request }) => {
    test.slow();
    const api = await asOwner(request);
    const contract = await api.contract();
    await pass(
      api,
      contract,
      Array.from({ length: 32 }, (_, turn) => (turn % 2 ? 'RESUMED' : 'ON_HOLD')),
    );
    await page.goto(`/contracts/${contract.id}`);
    await expect(entries(page).getByRole('listitem')).toHaveCount(30);
    await page.getByRole('button', { name: 'Show 3 earlier entries' }).click();
    await expect(entries(page).getByRole('listitem')).toHaveCount(33);
    await expect(entries(page).getByRole('listitem').first()).toContainText('created as Draft');
  });

  test('says when it fails, keeps the record, and tries again', async ({ page, request, allowConsole }) => {
    allowConsole(/500/);
    const contract = await (await asOwner(request)).contract();
    await page.route(CALL, (route) => route.fulfill({ status: 500 }));
    await page.goto(`/contracts/${contract.id}`);
    await expect(panel(page).getByRole('alert')).toContainText('Failed to load the timeline');
    await expect(page.getByRole('region', { name: 'Tender' })).toContainText(String(contract.bidId));
    await expectAccessible(page);
    await page.unroute(CALL);
    await panel(page).getByRole('button', { name: 'Try again' }).click();
    await expect(entries(page).getByRole('listitem')).toHaveCount(1);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible, ${colorScheme}`, async ({ page, request }) => {
      test.slow();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const api = await asOwner(request);
      const contract = await api.contract({
        givenStartDate: day(-20),
        actualStartDate: day(-13),
        givenEndDate: day(90),
      });
      await api.deposit(contract, { status: 'PENDING_REFUND' });
      await page.goto(`/contracts/${contract.id}`);
      await expect(entries(page).getByRole('listitem').last()).toContainText('expected');
      await expectAccessible(page);
      for (const width of [683, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScroll(page);
      }
      await expectAccessible(page);
    });
  }
});
