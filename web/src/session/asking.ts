import { useSyncExternalStore } from 'react';
import { onSessionEnd } from './session-store';

/** What the server wants of the user before it does what they ask. */
export type Wanted = 'code' | 'reason';

interface Question {
  readonly answered: Promise<boolean>;
  readonly answer: (given: boolean) => void;
}

const questions = new Map<Wanted, Question>();
const listeners = new Set<() => void>();

/** Parks the caller until the user has given what is wanted, or declined. All callers share one dialog. */
export function ask(wanted: Wanted): Promise<boolean> {
  const open = questions.get(wanted);
  if (open) return open.answered;
  let answer: Question['answer'] = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  questions.set(wanted, { answered, answer });
  notify();
  return answered;
}

/** Lets the parked calls go on, or fail. */
export function answer(wanted: Wanted, given: boolean): void {
  questions.get(wanted)?.answer(given);
  questions.delete(wanted);
  notify();
}

/** What is to be asked now; one after the other. */
export function useWanted(): Wanted | undefined {
  return useSyncExternalStore(subscribe, first);
}

// Nobody is left to answer.
onSessionEnd(() => {
  for (const wanted of [...questions.keys()]) answer(wanted, false);
});

function first(): Wanted | undefined {
  const [wanted] = questions.keys();
  return wanted;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
