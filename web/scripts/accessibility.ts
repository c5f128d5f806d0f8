import type { RunOptions } from 'axe-core';

/** What axe looks for: WCAG 2.2 AA and its own best practices. */
export const IN_THE_LIGHT: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** In the dark, only colours differ. */
export const IN_THE_DARK: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] };
