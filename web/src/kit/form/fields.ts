import type { ReactNode } from 'react';

/** What a form page is opened for. */
export type Mode = 'create' | 'edit' | 'view';

/** Everything a field can hold. Money is bigint paise, a day is `YYYY-MM-DD`, null is "not given". */
export type FieldValue = string | bigint | number | boolean | null;

/** The values of a form, by field name. */
export type FormValues = Record<string, FieldValue>;

/** One choice of a select. */
export interface FieldOption {
  value: string;
  label: string;
  group?: string;
}

/** The kinds of input that can hold a value of this type. */
type KindFor<T> = [T] extends [boolean]
  ? { kind: 'checkbox' }
  : [T] extends [bigint | null]
    ? { kind: 'money' /** What a text that is no amount counts as; by default it is refused. */; nonNumeric?: 'zero' }
    : [T] extends [number | null]
      ? { kind: 'percent'; nonNumeric?: 'zero' } | { kind: 'integer'; min: number; max: number }
      : [T] extends [string]
        ?
            | { kind: 'text' | 'textarea' | 'json'; maxLength: number }
            | { kind: 'date' }
            | { kind: 'select'; options: readonly FieldOption[] }
            | { kind: 'suggest'; suggestions: readonly string[]; maxLength: number }
        : never;

interface FieldBase<V, K extends keyof V> {
  name: K;
  label: string;
  /** Columns that the field takes on a wide screen. */
  span?: 1 | 2 | 3;
  help?: string;
  /** The sentence that is shown when the field is empty. */
  required?: string;
  /** A rule beyond the kind's own; returns the sentence to show. The server's rules come on top. */
  validate?: (value: V[K], all: V) => string | undefined;
  /** Values of other fields that follow from an edit of this one. */
  onEdit?: (value: V[K], all: V) => Partial<V>;
  /** How the value is shown in view mode, when the kind's own way is not enough. */
  view?: (value: V[K]) => ReactNode;
  /** Offers to copy the value in view mode. */
  copy?: boolean;
}

/**
 * One field of a form whose values are a V. It is written once for create, edit and view; a wrong name, a
 * kind that can't hold the value or a callback of another type does not compile.
 */
export type Field<V> = { [K in keyof V & string]: FieldBase<V, K> & KindFor<V[K]> }[keyof V & string];

/** Fields that belong together. */
export interface Section<V> {
  id: string;
  title: string;
  fields: readonly Field<V>[];
}

/** A field as the kit's own components see it: they serve every form, so the value's type is only known by kind. */
export type AnyField = Omit<FieldBase<FormValues, string>, 'validate' | 'onEdit' | 'view'> & {
  validate?: (value: FieldValue, all: FormValues) => string | undefined;
  onEdit?: (value: FieldValue, all: FormValues) => Partial<FormValues>;
  view?: (value: FieldValue) => ReactNode;
} & (
    | { kind: 'checkbox' | 'date' }
    | { kind: 'money' | 'percent'; nonNumeric?: 'zero' }
    | { kind: 'integer'; min: number; max: number }
    | { kind: 'text' | 'textarea' | 'json'; maxLength: number }
    | { kind: 'select'; options: readonly FieldOption[] }
    | { kind: 'suggest'; suggestions: readonly string[]; maxLength: number }
  );

/** A section as the kit's own components see it. */
export interface AnySection {
  id: string;
  title: string;
  fields: readonly AnyField[];
}

/**
 * Forgets which form the sections belong to. The one cast of the form kit: `Field` has proved that name, kind
 * and callbacks agree, and the form hands each field only its own value.
 */
export const anySections = <V>(sections: readonly Section<V>[]): readonly AnySection[] =>
  sections as unknown as readonly AnySection[];

/** The id of a field's input, for labels and for the links of the error summary. */
export const fieldId = (name: string): string => `field-${name}`;
