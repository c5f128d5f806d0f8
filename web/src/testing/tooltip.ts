import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

/**
 * Waits for what is told to whoever comes to a control by keys. By the mouse the same is told, until something arrives
 * late and moves the page under it.
 */
export async function expectTooltip(control: Locator, text: string | RegExp): Promise<void> {
  await expect.element(control).toBeVisible();
  // The control after this one, whichever it is; then back, as with Shift and Tab.
  await userEvent.tab();
  const element = control.element();
  if (element instanceof HTMLElement) element.focus();
  await expect.element(control).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(text);
}
