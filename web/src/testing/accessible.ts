import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { IN_THE_DARK, IN_THE_LIGHT } from '../../scripts/accessibility.ts';

const SCHEME = 'data-mantine-color-scheme';

async function violations(options: axe.RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** The colour of an element's background, as what red, green and blue add up to; 0 where it has none. */
function lightness(element: Element): number {
  const [red = 0, green = 0, blue = 0, alpha = 1] = (
    getComputedStyle(element).backgroundColor.match(/[\d.]+/g) ?? []
  ).map(Number);
  return alpha === 0 ? 0 : red + green + blue;
}

/** The soft buttons that don't stand out from what they are on, as if they were disabled. */
function sunken(): string[] {
  return [...document.querySelectorAll('[data-variant="light"]:is(a, button):not([data-disabled])')]
    .filter((button) => {
      let ground = button.parentElement;
      while (ground && lightness(ground) === 0) ground = ground.parentElement;
      return lightness(button) < (ground ? lightness(ground) : 0) + 20;
    })
    .map(({ outerHTML }) => `sunken: ${outerHTML}`);
}

/** Fails on anything that axe finds, in the light and then of the colours of the dark, where soft buttons look alive, too. */
export async function expectAccessible(): Promise<void> {
  const root = document.documentElement;
  const before = root.getAttribute(SCHEME) ?? 'light';
  try {
    root.setAttribute(SCHEME, 'light');
    expect(await violations(IN_THE_LIGHT)).toEqual([]);
    root.setAttribute(SCHEME, 'dark');
    expect([...(await violations(IN_THE_DARK)), ...sunken()], 'in the dark').toEqual([]);
  } finally {
    // The tests after one that fails are in the same page.
    root.setAttribute(SCHEME, before);
  }
}

/** Fails when the page as a whole scrolls sideways at one of these widths. */
export async function expectToFit(...widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.viewport(width, 700);
    // What is another on a narrow page, such as cards for a table, comes a moment after the resize.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const { scrollWidth, clientWidth } = document.documentElement;
    expect(scrollWidth - clientWidth, `pixels beyond the right edge at ${width}`).toBe(0);
  }
}

/** Fails when an open dialog or one of its buttons is cut off on a phone, or where a page of 1280 pixels is shown at 400 %. */
export async function expectDialogToFit(): Promise<void> {
  const { innerWidth, innerHeight } = window;
  for (const width of [320, 390]) {
    await expectToFit(width);
    const dialogs = [...document.querySelectorAll('[role="dialog"]')];
    expect(dialogs.length, 'open dialogs').toBeGreaterThan(0);
    for (const dialog of dialogs) {
      const { left, right } = dialog.getBoundingClientRect();
      expect(left, `left edge at ${width}`).toBeGreaterThanOrEqual(0);
      expect(right, `right edge at ${width}`).toBeLessThanOrEqual(width);
      expect(dialog.scrollWidth - dialog.clientWidth, `pixels beyond its own edge at ${width}`).toBe(0);
      for (const button of dialog.querySelectorAll('button')) {
        const { textContent, offsetWidth, scrollWidth } = button;
        const inside = button.getBoundingClientRect();
        expect(inside.right, `right edge of ${textContent} at ${width}`).toBeLessThanOrEqual(right);
        expect(scrollWidth, `${textContent} at ${width}`).toBeLessThanOrEqual(offsetWidth);
      }
    }
  }
  await page.viewport(innerWidth, innerHeight);
}
