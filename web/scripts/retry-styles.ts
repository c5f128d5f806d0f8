import type { Plugin } from 'vite';

/** What Vite's helper does with a style sheet that could not be fetched, and what it shall do. */
const MENDS: readonly (readonly [RegExp, string])[] = [
  [/seen\[href\] = void 0;(\s*throw err;)/, 'delete seen[href];$1'],
  [/if \(e\.type === "error"\) rej\(/, 'if (e.type === "error") link.remove(), rej('],
];

/**
 * Has a style sheet fetched again that could not be had before. Vite takes it for loaded from then on: a page whose program is
 * tried again would be drawn without its styles.
 */
export function retryStyles(): Plugin {
  return {
    name: 'nirmaan:retry-styles',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        return MENDS.reduce((text, [found, mended]) => {
          if (!found.test(text)) this.error(`Vite's preload helper has changed: ${found} isn't in it`);
          return text.replace(found, mended);
        }, code);
      },
    },
  };
}
