import { Code, ConnectError } from '@connectrpc/connect';
import { useRef, useState } from 'react';
import { t } from '@/i18n/draft';
import { infoOf } from '@/kit/errors';
import type { Attempt } from './draft';
import type { FormValues } from './fields';
import { newIdempotencyKey } from './idempotency';
import { changedFields } from './merge';

/** Sends a create under a key. */
type Create<Answer> = (values: FormValues, key: string) => Promise<Answer>;

/** What came of sending a create. */
export interface Created<Answer> {
  answer: Answer;
  /** What the record was created from, where that is what an earlier attempt had sent. */
  earlier: FormValues | undefined;
}

/** Whether the create was already done under its key, by a request that said something else. */
const isKeyReused = (error: unknown) => infoOf(error, 'ERROR_REASON_IDEMPOTENCY_KEY_REUSED') !== undefined;

/** Whether a write that failed may have happened all the same: no answer of the server's came. */
const mayHaveHappened = (error: unknown) =>
  [Code.Unavailable, Code.DeadlineExceeded, Code.Canceled, Code.Unknown, Code.Internal].includes(
    ConnectError.from(error).code,
  );

/** With these values, unless they are the same as others. */
const noted = (sent: readonly FormValues[], values: FormValues) =>
  sent.some((one) => changedFields(one, values).length === 0) ? sent : [...sent, values];

/**
 * Creates one record, however often it is sent: all attempts have one key. Where the answer to one of them was lost and
 * something else was sent since, the server refuses that; what the lost one created is then asked for by sending it again.
 *
 * @param keep is told of each attempt before it is sent, and keeps it beyond the page
 */
export function useAttempt(keep: (attempt: Attempt) => void) {
  const [attempt, setAttempt] = useState<Attempt>();
  const [first] = useState(newIdempotencyKey);
  const latest = useRef<Attempt>({ key: first, sent: [] });

  const note = (next: Attempt) => {
    latest.current = next;
    setAttempt(next.sent.length > 0 ? next : undefined);
  };

  /** Begins another record, or goes on with one. */
  const begin = (from: Attempt = { key: newIdempotencyKey(), sent: [] }) => note(from);

  const send = async <Answer>(values: FormValues, create: Create<Answer>): Promise<Created<Answer>> => {
    const { key, sent: before } = latest.current;
    const next = { key, sent: noted(before, values) };
    note(next);
    keep(next);
    try {
      return { answer: await create(values, key), earlier: undefined };
    } catch (error) {
      if (!mayHaveHappened(error)) note({ key, sent: before });
      if (!isKeyReused(error)) throw error;
    }
    const found = await findEarlier(before, (earlier) => create({ ...values, ...earlier }, key));
    if (found) return found;
    begin();
    throw new ConnectError(t.draft.createdOtherwise, Code.AlreadyExists);
  };

  return {
    /** What was sent and may have been stored. */
    attempt,
    begin,
    send,
  };
}

/** What one of the attempts under a key has created; undefined where it was none of these. */
async function findEarlier<Answer>(
  sent: readonly FormValues[],
  create: (values: FormValues) => Promise<Answer>,
): Promise<Created<Answer> | undefined> {
  for (const earlier of sent) {
    try {
      return { answer: await create(earlier), earlier };
    } catch (error) {
      if (!isKeyReused(error)) throw error;
    }
  }
  return undefined;
}
