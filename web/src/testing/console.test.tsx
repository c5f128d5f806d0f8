import { describe, expect, test, vi } from 'vitest';
import { allowConsole, unexpectedMessages } from './console';

// Each leaves behind what the other must not find, so that it proves the same in either order.
describe.each(['one test', 'another'])('before %s', () => {
  test('what was spied on and stubbed is given back, and the console is watched anew', () => {
    expect(vi.isMockFunction(window.print)).toBe(false);
    expect('left' in globalThis).toBe(false);
    vi.spyOn(window, 'print').mockReturnValue();
    vi.stubGlobal('left', true);

    expect(unexpectedMessages()).toEqual([]);
    // biome-ignore lint/suspicious/noConsole: it is what is watched
    globalThis.console.error('Something', 7);
    expect(unexpectedMessages()).toEqual(['Something 7']);
    allowConsole(/^Something/);
    expect(unexpectedMessages()).toEqual([]);
  });
});
