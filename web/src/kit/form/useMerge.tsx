import { Code, ConnectError } from '@connectrpc/connect';
import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/conflict';
import { type VersionConflict, versionConflict } from '@/kit/errors';
import { toastSuccess } from '@/kit/overlay/toast';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';
import { type Between, includes, isOwn } from './author';
import type { AnySection, FormValues } from './fields';
import { changedFacts, changedFields, type Merge, merge } from './merge';
import type { FormState } from './useFormState';

/** Values as they were read, with the version they were read at (0 for a record that is yet to be). */
export interface Loaded {
  values: FormValues;
  version: bigint;
}

/** What has to be decided before a form can be saved. */
export interface Question {
  conflict: VersionConflict;
  /** Whether the other one is oneself, in another window. */
  own: boolean;
  merge: Merge;
  /** What is said of the changes of others once it is decided. */
  note: string | undefined;
  /** The record as it is stored now. */
  theirs: Loaded;
}

/** What came of a save that didn't fail. */
export interface Saved<Answer> {
  /** What was sent and answered; undefined where nothing had been changed. */
  sent: { answer: Answer } | undefined;
  /** What was taken over from others meanwhile. */
  note: string | undefined;
}

/** Confirms a save: what it did and includes of others, or that there was nothing left to do. */
export function toastSaved({ sent, note }: Saved<unknown>, saved: string): void {
  const sentence = sent ? [saved, note].filter(Boolean).join(' ') : t.conflict.nothingLeft;
  toastSuccess(sentence, sentence !== saved);
}

/** Sends values that were made of what was loaded. */
type Send<Answer> = (values: FormValues, over: Loaded) => Promise<Answer>;

// Others may save again while this one merges, but hardly each time.
const ATTEMPTS = 3;

const loadDialog = async () => (await import('./ConflictDialog')).ConflictDialog;

/** Adds to what is said of others' changes; a save can meet several of them. */
function noted(said: string | undefined, between: Between, { taken }: Merge): string | undefined {
  const labels = taken.map(({ label }) => label).join(', ');
  const sentences = [said, labels && includes(between, labels)].filter(Boolean);
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}

/**
 * Keeps what a form is measured against, and brings it together with what others save meanwhile: what only they changed is
 * taken over, and where both changed the same the user is asked.
 *
 * @param reload reads the record again; without it a conflict is a failure like any other
 */
export function useMerge(
  form: FormState,
  sections: readonly AnySection[],
  loaded: Loaded,
  reload: (() => Promise<Loaded>) | undefined,
) {
  const [latest, setLatest] = useState(loaded);
  const [over, setOver] = useState(loaded);
  const [note, setNote] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const { open, dialog } = useLazyDialog(loadDialog);

  const entered = useRef(form.values);
  useEffect(() => {
    entered.current = form.values;
  });

  const begin = (values: FormValues, from: Loaded, said?: string) => {
    form.load(values, from.values);
    entered.current = values;
    setOver(from);
    setNote(said);
  };

  /** Saves the form, or other values over another state; undefined where the user is asked first. */
  const save = async <Answer,>(
    send: Send<Answer>,
    values = form.values,
    from = over,
    said = note,
  ): Promise<Saved<Answer> | undefined> => {
    for (let left = ATTEMPTS; ; left -= 1) {
      if (from !== over && changedFacts(sections, from.values, values).length === 0)
        return { sent: undefined, note: said };
      try {
        return { sent: { answer: await send(values, from) }, note: said };
      } catch (error) {
        const conflict = versionConflict(error);
        if (!conflict || !reload) throw error;
        if (left === 1) throw new ConnectError(t.conflict.again, Code.Aborted);
        const theirs = await reload();
        setLatest(theirs);
        const since = changedFields(values, entered.current);
        const mine = { ...values, ...Object.fromEntries(since.map((name) => [name, entered.current[name] ?? null])) };
        const merged = merge(sections, from.values, mine, theirs.values);
        const between = { ...conflict, only: theirs.version === from.version + 1n };
        const more = noted(said, between, merged);
        if (merged.collisions.length > 0) {
          setQuestion({ conflict, own: isOwn(between), merge: merged, note: more, theirs });
          if (!(await open())) throw new ConnectError(t.conflict.changedMeanwhile, Code.Aborted);
          return undefined;
        }
        [values, from, said] = [merged.values, theirs, more];
        begin(values, from, said);
      }
    }
  };

  return {
    /** What is in the inputs now, also while a save is under way. */
    entered,
    /** What the next save is measured against. */
    over,
    /** Goes on from what was read, or from an older state of it. */
    begin,
    /** Goes back to what was read last. */
    reset: () => begin(latest.values, latest),
    save,
    /** What the form says of the changes of others that it holds. */
    notice: note && (
      <Alert color="neel" role="status">
        {note}
      </Alert>
    ),
    /** The question, when there is one; `onSettled` saves what was decided. */
    dialog: (onSettled: (values: FormValues, from: Loaded, said: string | undefined) => unknown): ReactNode =>
      question &&
      dialog({
        sections,
        question,
        onSettled: (values: FormValues) => {
          begin(values, question.theirs, question.note);
          onSettled(values, question.theirs, question.note);
        },
      }),
  };
}
