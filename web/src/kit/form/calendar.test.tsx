import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { expectAccessible } from '@/testing/accessible';
import { form } from '@/testing/form';
import { list, pageOf } from '@/testing/list';
import { signIn } from '@/testing/people';
import { open, page, userEvent } from '@/testing/screen';
import { server } from '@/testing/server';
import { settled } from '@/testing/settled';

const closing = form.field('Closing date');
const button = page.getByRole('button', { name: 'Calendar of Closing date' });
const calendar = page.getByRole('button', { name: 'Next month' });
const day = (name: string) => page.getByRole('button', { name, exact: true });
const today = day('Today');

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00+05:30'), toFake: ['Date'] });
  signIn();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Opens the form of a new contract and moves the focus to the day. */
async function openForm(): Promise<void> {
  await open('/contracts/create');
  await expect.element(closing).toBeVisible();
  closing.element().focus();
}

describe('the calendar of a day', () => {
  test('stays away while somebody types, opens with Alt+↓ and gives the day back to the field', async () => {
    await openForm();
    await userEvent.keyboard('10/03/2026');
    await expect.element(closing).toHaveValue('10/03/2026');
    await settled();
    await expect.element(calendar).not.toBeInTheDocument();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('10 March 2026')).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    await expect.element(closing).toHaveValue('11/03/2026');
    await expect.element(closing).toHaveFocus();
    await expect.element(calendar).not.toBeInTheDocument();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('11 March 2026')).toHaveFocus();
    await userEvent.keyboard('{PageDown}');
    await expect.element(day('11 April 2026')).toHaveFocus();
    await userEvent.keyboard('{PageUp}');
    await expect.element(day('11 March 2026')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(closing).toHaveFocus();
    await expect.element(closing).toHaveValue('11/03/2026');
  });

  test('keeps the day that is chosen once more', async () => {
    await openForm();
    await userEvent.keyboard('10/03/2026{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('10 March 2026')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(closing).toHaveFocus();
    await expect.element(closing).toHaveValue('10/03/2026');
  });

  test('closes with Escape, and leaves the focus to another field that is clicked', async () => {
    await openForm();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(calendar).toBeVisible();
    const other = form.field('Drafting date');
    await other.click();
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(other).toHaveFocus();
    await button.click();
    await expect.element(calendar).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(closing).toHaveFocus();
  });

  test('keeps the focus through months and years', async () => {
    await openForm();
    await userEvent.keyboard('31/01/2026{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('31 January 2026')).toHaveFocus();
    await userEvent.keyboard('{PageDown}');
    await expect.element(day('28 February 2026')).toHaveFocus();
    // Mantine's own keys for years would take away the day that has the focus.
    await userEvent.keyboard('y');
    await expect.element(day('28 February 2026')).toHaveFocus();
    const focused = () => page.getByRole('dialog').element().contains(document.activeElement);
    const steps = ['February 2026', '2026', '2025', 'May', '1 May 2025'];
    for (const [at, step] of steps.slice(0, -1).entries()) {
      day(step).element().focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(day(steps[at + 1] ?? '')).toBeVisible();
      await expect.poll(focused).toBe(true);
    }
    await expect.element(day('1 May 2025')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(closing).toHaveValue('01/05/2025');
  });

  test('closes when somebody types, or goes on to save', async () => {
    await openForm();
    await button.click();
    await expect.element(day('27 November 2026')).toHaveFocus();
    await closing.click();
    await expect.element(calendar).not.toBeInTheDocument();
    await userEvent.keyboard('10/03/2026{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('10 March 2026')).toHaveFocus();
    await userEvent.keyboard('{Control>}s{/Control}');
    await expect.element(form.summary).toHaveFocus();
    await expect.element(calendar).not.toBeInTheDocument();
  });

  test('takes the day instead of a text that is none', async () => {
    await openForm();
    await userEvent.keyboard('10/03/2026');
    await closing.fill('31/02/2026');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await expect.element(day('10 March 2026')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(closing).toHaveValue('10/03/2026');
    await expect.element(closing).not.toHaveAttribute('aria-invalid');
  });

  test('begins at today, marks it and takes it at once', async () => {
    await openForm();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    const marked = day('27 November 2026');
    await expect.element(marked).toHaveFocus();
    await expect.element(marked).toHaveAttribute('aria-current', 'date');
    await expect.element(day('26 November 2026')).not.toHaveAttribute('aria-current');
    expect(getComputedStyle(marked.element()).borderTopStyle).toBe('solid');
    await expectAccessible();
    // Round and round: the other field comes with Escape.
    const stops = [today, day('Previous month'), day('November 2026'), calendar, marked];
    for (const stop of stops) {
      await userEvent.tab();
      await expect.element(stop).toHaveFocus();
    }
    await today.click();
    await expect.element(closing).toHaveValue('27/11/2026');
    await expect.element(closing).toHaveFocus();
    await expect.element(calendar).not.toBeInTheDocument();
  });

  test('offers today only where it may be chosen', async () => {
    server.answer(ContractService.method.filterContracts, (request) => pageOf([], request));
    await list.open('/contracts/list?to=2026-11-26');
    await page.getByRole('button', { name: 'Calendar of From date' }).click();
    // The nearest to today that may be chosen.
    await expect.element(day('26 November 2026')).toHaveFocus();
    await expect.element(today).not.toBeInTheDocument();
    // One calendar closes as the other opens.
    await page.getByRole('button', { name: 'Calendar of To date' }).click();
    await expect.element(today).toBeVisible();
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(1);
  });

  test.each([
    [1440, 900],
    [390, 700],
    [320, 568],
  ])('opens by its button at %i × %i without covering the field', async (width, height) => {
    await page.viewport(width, height);
    await openForm();
    await button.click();
    await expect.element(calendar).toBeVisible();
    // It is moved to its place a moment after it is there.
    const isBeside = () => {
      const field = closing.element().getBoundingClientRect();
      const over = page.getByRole('dialog').element().getBoundingClientRect();
      return (over.top >= field.bottom || over.bottom <= field.top) && over.left >= 0 && over.right <= width;
    };
    await expect.poll(isBeside).toBe(true);
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth);
    await button.click();
    await expect.element(calendar).not.toBeInTheDocument();
    await expect.element(closing).toHaveFocus();
  });
});
