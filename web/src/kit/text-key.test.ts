import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { textKey } from './text-key';

type Pair = readonly [string, string];

const pairs = JSON.parse(
  readFileSync(new URL('../../../crates/nirmaan-text/src/pairs.json', import.meta.url), 'utf8'),
) as { readonly same: readonly Pair[]; readonly different: readonly Pair[] };

test.each(pairs.same)('%s and %s are the same', (one, other) => {
  expect(textKey(one)).toBe(textKey(other));
});

test.each(pairs.different)('%s and %s differ', (one, other) => {
  expect(textKey(one)).not.toBe(textKey(other));
});
