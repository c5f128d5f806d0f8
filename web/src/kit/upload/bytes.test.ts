import { expect, it } from 'vitest';
import { formatBytes } from './bytes';

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [10 * 1024, '10 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [25 * 1024 * 1024, '25 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [10 * 1024 ** 3, '10 GB'],
  [5000 * 1024 ** 4, '5000 TB'],
])('writes %d bytes as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
