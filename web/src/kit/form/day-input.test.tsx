import { beforeEach, describe, expect, test } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form, leave } from '@/testing/form';
import { list } from '@/testing/list';
import { signIn } from '@/testing/people';
import { address, open, visit } from '@/testing/screen';
import { server } from '@/testing/server';

const { createContract, filterContracts } = ContractService.method;

const closing = form.field('Closing date');
const NO_DAY = '31/02/2026 is no day of the calendar. Type it like 05/12/2026 or 5 Dec 2026.';

beforeEach(() => signIn());

describe('a text that is no day', () => {
  test('that the server takes says between which it has to be', async () => {
    await open('/contracts/create');
    await closing.fill('31/12/1899');
    leave(closing);
    await expect.element(closing).toHaveAccessibleDescription(/^Choose a day from 01 Jan 1900 on\./);
    await closing.fill('01/01/2201');
    leave(closing);
    await expect.element(closing).toHaveAccessibleDescription(/^Choose a day up to 31 Dec 2200\./);
  });

  test('stays in a form with its reason, and keeps it from being saved', async () => {
    await open('/contracts/create');
    await form.fill({ 'Bid ID': 'BID/1', 'Contract name': 'Culvert', 'Closing date': '28/02/2026' });
    await expect.element(closing).toHaveValue('28/02/2026');
    await closing.fill('31/02/2026');
    // Not while it is typed.
    await expect.element(closing).not.toHaveAttribute('aria-invalid', 'true');
    leave(closing);
    await expect.element(closing).toHaveValue('31/02/2026');
    await expect.element(closing).toHaveAccessibleDescription(`${NO_DAY} The last day for bids`);
    await expectAccessible();
    await form.create.click();
    await expect.element(form.summary.getByRole('link', { name: NO_DAY })).toBeVisible();
    expect(await server.calls(createContract)).toEqual([]);

    server.answer(createContract, { id: 'new' });
    server.answer(filterContracts, {});
    // However it is typed; and once it is one, nothing is said any more.
    for (const text of ['1.3.26', '1-Mar-26', '1 मार्च 2026', '1 Mar 2026']) {
      await closing.fill(text);
      leave(closing);
      await expect.element(closing).toHaveValue('01/03/2026');
    }
    await expect.element(closing).not.toHaveAttribute('aria-invalid', 'true');
    await form.create.click();
    await form.expectToast('Contract created successfully!');
    const [call] = await server.calls(createContract);
    expect(call?.request.contract?.closingDate).toMatchObject({ year: 2026, month: 3, day: 1 });
    // Saving leads on to the list, which has to be there before the test is over.
    await expect.element(list.result).toBeVisible();
  });

  test('stays in a filter with its reason, which is so of a span that would be none as well', async () => {
    server.answer(filterContracts, {});
    await list.open('/contracts/list?from=2026-03-10');
    const to = list.day('To date');
    await to.fill('31/02/2026');
    leave(to);
    await expect.element(to).toHaveValue('31/02/2026');
    await expect.element(to).toHaveAccessibleDescription(NO_DAY);
    await to.fill('09/03/2026');
    leave(to);
    await expect.element(to).toHaveValue('09/03/2026');
    await expect.element(to).toHaveAccessibleDescription('Choose a day from 10 Mar 2026 on.');
    // The reason stands as long as the text does, which isn't asked for.
    const from = list.day('From date');
    await from.fill('01/03/2026');
    leave(from);
    await expect.poll(address).toContain('from=2026-03-01');
    await expect.element(to).toHaveAccessibleDescription('Choose a day from 10 Mar 2026 on.');
    await to.fill('');
    leave(to);
    await expect.element(to).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('gives way in a filter to the day that comes from elsewhere', async () => {
    server.answer(filterContracts, {});
    await list.open('/contracts/list?to=2026-03-10');
    const to = list.day('To date');
    await to.fill('31/02/2026');
    leave(to);
    await expect.element(to).toHaveAccessibleDescription(NO_DAY);
    await visit('/contracts/list?to=2026-03-12');
    await expect.element(to).toHaveValue('12/03/2026');
    await expect.element(to).not.toHaveAttribute('aria-invalid', 'true');
  });
});
