import { vi } from 'vitest';

const written = vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);

let allowed: RegExp[] = [];

/** Lets the test live with messages on the console that it provokes. */
export function allowConsole(expected: RegExp): void {
  allowed.push(expected);
}

/** Forgets all, before a test. */
export function resetConsole(): void {
  allowed = [];
  written.mockClear();
}

/** What was written that nobody expected. */
export const unexpectedMessages = (): string[] =>
  written.mock.calls
    .map((parts) => parts.map(String).join(' '))
    .filter((message) => !allowed.some((expected) => expected.test(message)));
