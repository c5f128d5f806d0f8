import type { Page } from '@playwright/test';
import { asOwner, type Stored } from './api';
import { accounts, expect, test } from './fixtures';

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
      /Bidding opened$/,
      /Bidding closed$/,
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
});
