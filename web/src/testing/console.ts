import { vi } from 'vitest';

const listen = () => vi.spyOn(globalThis.console, 'error').mockImplementation(() => undefined);

let written = listen();
let allowed: RegExp[] = [];

/** Lets the test live with messages on the console that it provokes. */
export function allowConsole(expected: RegExp): void {
  allowed.push(expected);
}

/** Forgets all and listens anew, before a test: Vitest has given the console back, like everything that was spied on. */
export function resetConsole(): void {
  allowed = [];
  written = listen();
}

/** What was written that nobody expected. */
export const unexpectedMessages = (): string[] =>
  written.mock.calls
    .map((parts) => parts.map(String).join(' '))
    .filter((message) => !allowed.some((expected) => expected.test(message)));
