import { Code, ConnectError } from '@connectrpc/connect';
import { useRef, useState } from 'react';
import { t } from '@/i18n/draft';
import { infoOf } from '@/kit/errors';
import type { Attempt } from './draft';
import type { AnySection, FormValues } from './fields';
import { newIdempotencyKey } from './idempotency';
import { changedFields } from './merge';

/** What was sent earlier, and has created the record. */
export interface Earlier {
  values: FormValues;
  /** Whether the server has said so. Of a password it can't tell: it keeps nothing of it beside the key. */
  isCertain: boolean;
}

/** What came of sending a create. */
export interface Created<Answer> {
  answer: Answer;
  /** What the record was created from, where that isn't what was sent now. */
  earlier?: Earlier | undefined;
}

/** Where an attempt is kept beyond the page. */
interface AttemptStorage {
  /** Keeps it before it is sent. */
  readonly keep: (attempt: Attempt | undefined) => void;
  /** Takes back what the server has refused; undefined where nothing is left. */
  readonly revise: (attempt: Attempt | undefined) => void;
}

/** The server remembers keys for 24 hours; the rest is for a clock that is wrong. */
const REMEMBERED_MS = 23 * 60 * 60_000;

/** Whether the server may have forgotten the key. */
export const isOld = ({ since }: Attempt): boolean => Date.now() - since > REMEMBERED_MS;

/** Whether the create was already done under its key, by a request that said something else. */
const isKeyReused = (error: unknown) => infoOf(error, 'ERROR_REASON_IDEMPOTENCY_KEY_REUSED') !== undefined;

/** Whether a write that failed may have happened all the same: no answer of the server's came. */
const mayHaveHappened = (error: unknown) =>
  [Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Unknown, Code.Internal].includes(
    ConnectError.from(error).code,
  );

/**
 * The names of the values that differ from what was sent. A draft holds neither passwords nor images: where one was sent can't
 * be told from it, and what is entered now counts as changed.
 */
export const changedSince = (sent: FormValues, values: FormValues): string[] =>
  changedFields(sent, values).filter((name) => name in sent || Boolean(values[name]));

/** The attempt with one more request. */
function extended({ key, sent, since }: Attempt, values: FormValues): Attempt {
  if (sent.length === 0) return { key, sent: [values], since: Date.now() };
  const isKnown = sent.some((one) => changedSince(one, values).length === 0);
  return { key, sent: isKnown ? sent : [...sent, values], since };
}

const untried = (key = newIdempotencyKey()): Attempt => ({ key, sent: [], since: 0 });

/**
 * Creates one record, however often it is sent: all attempts have one key. Where the answer to one of them was lost and
 * something else was sent since, the server refuses that; what the lost one created is then asked for by sending it again.
 */
export function useAttempt(sections: readonly AnySection[], { keep, revise }: AttemptStorage) {
  const [attempt, setAttempt] = useState<Attempt>();
  const [first] = useState(newIdempotencyKey);
  const latest = useRef<Attempt>(untried(first));

  const note = (next: Attempt) => {
    latest.current = next;
    const tried = next.sent.length > 0 ? next : undefined;
    setAttempt(tried);
    return tried;
  };

  /** Begins another record, or goes on with one. */
  const begin = (from: Attempt = untried()) => note(from);

  const send = async <Answer>(
    values: FormValues,
    create: (values: FormValues, key: string) => Promise<Answer>,
  ): Promise<Created<Answer>> => {
    const before = latest.current;
    const { key, sent } = before;
    if (sent.length > 0 && isOld(before)) {
      revise(begin());
      throw new ConnectError(t.draft.createdLongAgo, Code.AlreadyExists);
    }
    keep(note(extended(before, values)));
    try {
      const answer = await create(values, key);
      const earlier = sent.find((one) => differInPassword(sections, one, values));
      return { answer, earlier: earlier && { values: earlier, isCertain: false } };
    } catch (error) {
      if (!mayHaveHappened(error)) revise(note(before));
      if (!isKeyReused(error)) throw error;
    }
    const found = await findEarlier(sent, (earlier) => create({ ...values, ...earlier }, key));
    if (found) return found;
    revise(begin());
    throw new ConnectError(t.draft.createdOtherwise, Code.AlreadyExists);
  };

  return {
    /** What was sent and may have been stored. */
    attempt,
    begin,
    send,
  };
}

/** Whether two requests differ in a password alone, which the server takes no notice of when it compares them. */
function differInPassword(sections: readonly AnySection[], one: FormValues, other: FormValues): boolean {
  const passwords = sections.flatMap(({ fields }) => fields.filter(({ kind }) => kind === 'password'));
  const changed = changedSince(one, other);
  return changed.length > 0 && changed.every((name) => passwords.some((field) => field.name === name));
}

/** What one of the attempts under a key has created; undefined where it was none of these. */
async function findEarlier<Answer>(
  sent: readonly FormValues[],
  create: (values: FormValues) => Promise<Answer>,
): Promise<Created<Answer> | undefined> {
  for (const earlier of sent) {
    try {
      return { answer: await create(earlier), earlier: { values: earlier, isCertain: true } };
    } catch (error) {
      if (!isKeyReused(error)) throw error;
    }
  }
  return undefined;
}
