import { useDebouncedValue } from '@mantine/hooks';
import { useCallback, useMemo, useReducer } from 'react';
import { PACE } from '@/kit/pace';
import type { AnyField, AnySection, FieldValue, FormValues } from './fields';
import { sameValue } from './merge';
import { problems } from './rules';

/** A value that changed with another field's. */
export interface Followed {
  source: AnyField;
  former: FieldValue;
}

interface State {
  values: FormValues;
  /** What "unsaved" is measured against. */
  saved: FormValues;
  /** Messages at the fields, from the rules or from the server. */
  errors: Readonly<Record<string, string>>;
  /** Texts that an input could not read; they stand in the field but not in the values. */
  refused: Readonly<Record<string, string>>;
  /** Counts wholesale replacements: inputs with a text of their own start over. */
  epoch: number;
  /** The field that is being edited, and the values from before. */
  began: { name: string; values: FormValues } | undefined;
  /** What followed from a text in which nothing could be read: from which field, and the value before. */
  followed: Readonly<Record<string, Followed>>;
  /** How often a text that could not be read was replaced by a value that followed from another field: its input starts over. */
  overruled: Readonly<Record<string, number>>;
}

type Event =
  | { type: 'edit'; field: AnyField; value: FieldValue; unread: boolean }
  | { type: 'refuse'; name: string; message: string }
  | { type: 'leave' }
  | { type: 'fail'; errors: Readonly<Record<string, string>> }
  | { type: 'load'; values: FormValues; saved: FormValues }
  | { type: 'restore'; values: FormValues };

const without = <T>(record: Readonly<Record<string, T>>, names: readonly string[]): Readonly<Record<string, T>> =>
  names.some((name) => name in record)
    ? Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
    : record;

const initially = (values: FormValues): State => ({
  values,
  saved: values,
  errors: {},
  refused: {},
  began: undefined,
  followed: {},
  epoch: 0,
  overruled: {},
});

/** What changes with a field in which nothing could be read, and what it was before anything was typed. */
function following(source: AnyField, follow: FormValues, before: FormValues): Readonly<Record<string, Followed>> {
  const changed = Object.keys(follow).filter((name) => !sameValue(follow[name], before[name]));
  return Object.fromEntries(changed.map((name) => [name, { source, former: before[name] ?? null }]));
}

/** Without what is said of these fields, or of what followed from them. */
const unsaid = (followed: State['followed'], names: readonly string[]) =>
  without(
    followed,
    Object.keys(followed).filter((name) => names.includes(name) || names.includes(followed[name]?.source.name ?? '')),
  );

function reduce(state: State, event: Event): State {
  switch (event.type) {
    case 'edit': {
      const edited = { ...state.values, [event.field.name]: event.value };
      const follow = (event.field.onEdit?.(event.value, edited) ?? {}) as FormValues;
      // A text that could not be read stays one, unless another value takes its place.
      const changed = Object.keys(follow).filter((name) => follow[name] !== state.values[name]);
      const touched = [event.field.name, ...changed];
      const overruled = changed.filter((name) => name in state.refused);
      const began =
        state.began?.name === event.field.name ? state.began : { name: event.field.name, values: state.values };
      return {
        ...state,
        values: { ...edited, ...follow },
        errors: without(state.errors, touched),
        refused: without(state.refused, touched),
        began,
        followed: {
          ...unsaid(state.followed, touched),
          ...(event.unread && following(event.field, follow, began.values)),
        },
        overruled: {
          ...state.overruled,
          ...Object.fromEntries(overruled.map((name) => [name, (state.overruled[name] ?? 0) + 1])),
        },
      };
    }
    case 'refuse':
      return {
        ...state,
        errors: without(state.errors, [event.name]),
        refused: { ...state.refused, [event.name]: event.message },
        began: state.began?.name === event.name ? state.began : { name: event.name, values: state.values },
        followed: unsaid(state.followed, [event.name]),
      };
    case 'leave':
      return state.began ? { ...state, began: undefined } : state;
    case 'fail':
      return { ...state, errors: event.errors };
    case 'load':
      return { ...initially(event.values), saved: event.saved, epoch: state.epoch + 1 };
    case 'restore':
      return {
        ...state,
        values: { ...state.values, ...event.values },
        errors: {},
        refused: {},
        began: undefined,
        followed: {},
        epoch: state.epoch + 1,
      };
  }
}

/**
 * The values of a form. They are plain state and not the inputs' own, because fields follow one another (bid
 * value and percentage), drafts are kept and a conflict replaces them all; inputs are memoised, so a
 * keystroke draws only the fields that it changes.
 */
export function useFormState(sections: readonly AnySection[], initial: FormValues) {
  const [state, send] = useReducer(reduce, initial, initially);

  const dirty = useMemo(
    () =>
      Object.keys(state.refused).length > 0 ||
      Object.keys(state.values).some((name) => !sameValue(state.values[name], state.saved[name])),
    [state],
  );

  const [settled] = useDebouncedValue(state.values, PACE.warning);

  const edit = useCallback(
    (field: AnyField, value: FieldValue, unread = false) => send({ type: 'edit', field, value, unread }),
    [],
  );
  const refuse = useCallback((name: string, message: string) => send({ type: 'refuse', name, message }), []);
  const leave = useCallback(() => send({ type: 'leave' }), []);
  const fail = useCallback((errors: Record<string, string>) => send({ type: 'fail', errors }), []);
  const load = useCallback(
    (values: FormValues, saved: FormValues = values) => send({ type: 'load', values, saved }),
    [],
  );
  const restore = useCallback((values: FormValues) => send({ type: 'restore', values }), []);
  const check = () => problems(sections, state.values, state.refused);

  return {
    values: state.values,
    /** The values as of the last pause in typing. */
    settled,
    errors: state.errors,
    followed: state.followed,
    epoch: state.epoch,
    overruled: state.overruled,
    dirty,
    edit,
    refuse,
    /** Told that the focus has left a number: what is typed next is another edit. */
    leave,
    fail,
    load,
    restore,
    check,
  };
}

/** The handle on a form's values. */
export type FormState = ReturnType<typeof useFormState>;
