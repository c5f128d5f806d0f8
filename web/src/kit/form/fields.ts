import { type DescMessage, getOption } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import type { PasswordInputProps } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { max_length } from '@/gen/nirmaan/type/v1/bounds_pb';
import type { ImageInputProps } from './ImageInput';
import type { TypeAheadProps } from './TypeAhead';

/** What a form page is opened for. */
export type Mode = 'create' | 'edit' | 'view';

/** One choice of a select. */
export interface FieldOption {
  value: string;
  label: string;
  group?: string;
  /** Shown while it is the value, but not among the choices. */
  unoffered?: boolean;
}

/** Something chosen by type-ahead: its id and its name, and what has to be said of it, such as that a user is deleted. */
export type Choice = Pick<FieldOption, 'value' | 'label'> & { readonly mark?: string | undefined };

/** Finds what a type-ahead offers for a keyword. */
export type FindChoices = (transport: Transport, keyword: string, signal: AbortSignal) => Promise<readonly Choice[]>;

/**
 * Everything a field can hold. Money is bigint paise, a day is `YYYY-MM-DD`, an image is a link or a data URL,
 * null is "not given".
 */
export type FieldValue = string | bigint | number | boolean | Choice | null;

/** The values of a form, by field name. */
export type FormValues = Record<string, FieldValue>;

/** The most characters; where a form doesn't say, the protocol does, of the field of the same name. */
interface Bounded {
  maxLength?: number;
}

interface TextKind extends Bounded {
  kind: 'text';
  /** What keyboards and password managers should take it for. */
  input?: 'email' | 'tel';
}

// The inputs below are large or rare: a form that has one brings it along, and the others don't load it.

interface LookupKind {
  kind: 'lookup';
  Input: ComponentType<TypeAheadProps>;
  find: FindChoices;
  /** A search begins at this many characters; at three by default. */
  from?: number;
}

/** A choice of a few; `clearable` ones may be left open. */
interface SelectKind {
  kind: 'select';
  options: readonly FieldOption[];
  clearable?: boolean;
}

/** A number from 0 to a limit: a quantity, hours, a share. */
interface DecimalKind {
  kind: 'decimal';
  max: number;
  /** Four by default. */
  decimals?: number;
  unit?: string;
}

interface ImageKind {
  kind: 'image';
  Input: ComponentType<ImageInputProps>;
}

interface PasswordKind extends Bounded {
  kind: 'password';
  Input: ComponentType<PasswordInputProps>;
  autoComplete: 'current-password' | 'new-password';
}

/** What an input of a feature's own is given; whatever it holds, it keeps as one text. */
export interface CustomInputProps {
  /** The id that the error summary's link goes to. */
  id: string;
  label: string;
  value: string;
  /** The form's other values, which it may depend on. */
  all: FormValues;
  error: string | undefined;
  /** Why it can only be read here. */
  locked: string | undefined;
  onEdit: (value: string) => void;
}

/** The kinds of input that can hold a value of this type. */
type KindFor<T> = [T] extends [boolean]
  ? { kind: 'checkbox' }
  : [T] extends [bigint | null]
    ? { kind: 'money' /** What a text that is no amount counts as; by default it is refused. */; nonNumeric?: 'zero' }
    : [T] extends [number | null]
      ? { kind: 'percent'; nonNumeric?: 'zero' } | { kind: 'integer'; min: number; max: number } | DecimalKind
      : [T] extends [string]
        ?
            | TextKind
            | PasswordKind
            | ({ kind: 'textarea' } & Bounded)
            | { kind: 'json'; maxBytes: number }
            | ImageKind
            | { kind: 'date' }
            | SelectKind
            | SuggestKind
            | { kind: 'custom'; Input: ComponentType<CustomInputProps> }
        : [T] extends [Choice | null]
          ? LookupKind
          : never;

interface SuggestKind extends Bounded {
  kind: 'suggest';
  suggestions: readonly string[];
  /** How a code among the values is read, where some are codes. */
  say?: (code: string) => string;
}

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
  /** What is unusual about a day or an amount, after a pause in typing: shown beside it, and keeps nobody from saving. */
  warn?: (all: V) => string | undefined;
  /** Stands below the input, and says there what takes more than a sentence; with the values as of a pause in typing. */
  Beside?: ComponentType<{ all: V }>;
  /** Values of other fields that follow from an edit of this one. */
  onEdit?: (value: V[K], all: V) => Partial<V>;
  /** Why the field of this record can only be read; undefined when it can be changed. */
  locked?: (all: V) => string | undefined;
  /** How the value is shown in view mode, when the kind's own way is not enough. */
  view?: (value: V[K]) => ReactNode;
  /** Offers to copy the value in view mode. */
  copy?: boolean;
  /** The name of the fact that several fields tell together: where two people changed it, it is decided as one. */
  linked?: string;
  /** How the value follows from the others, of a field in which nothing is entered. */
  computed?: (all: V) => V[K];
  /** Describes the value, which is what changes and not what is stored: nobody can tell whether others changed the same. */
  changesOnly?: (value: V[K]) => string;
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
export type AnyField = Omit<
  FieldBase<FormValues, string>,
  'validate' | 'warn' | 'onEdit' | 'locked' | 'view' | 'computed' | 'changesOnly'
> & {
  validate?: (value: FieldValue, all: FormValues) => string | undefined;
  warn?: (all: FormValues) => string | undefined;
  onEdit?: (value: FieldValue, all: FormValues) => Partial<FormValues>;
  locked?: (all: FormValues) => string | undefined;
  view?: (value: FieldValue) => ReactNode;
  computed?: (all: FormValues) => FieldValue;
  changesOnly?: (value: FieldValue) => string;
} & (
    | TextKind
    | PasswordKind
    | LookupKind
    | ImageKind
    | { kind: 'checkbox' | 'date' }
    | { kind: 'money' | 'percent'; nonNumeric?: 'zero' }
    | { kind: 'integer'; min: number; max: number }
    | ({ kind: 'textarea' } & Bounded)
    | { kind: 'json'; maxBytes: number }
    | SelectKind
    | DecimalKind
    | SuggestKind
    | { kind: 'custom'; Input: ComponentType<CustomInputProps> }
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
 *
 * @param message what the form's values make up, which says how long its texts may be
 */
export function anySections<V>(sections: readonly Section<V>[], message?: DescMessage): readonly AnySection[] {
  const any = sections as unknown as readonly AnySection[];
  if (!message) return any;
  return any.map((section) => ({ ...section, fields: section.fields.map((field) => bounded(field, message)) }));
}

function bounded(field: AnyField, message: DescMessage): AnyField {
  const desc = message.field[field.name];
  const most = desc && getOption(desc, max_length);
  if (!most) return field;
  switch (field.kind) {
    case 'text':
    case 'password':
    case 'textarea':
    case 'suggest':
      return { maxLength: most, ...field };
    default:
      return field;
  }
}

/** The id of a field's input, for labels and for the links of the error summary. */
export const fieldId = (name: string): string => `field-${name}`;

/** Moves the focus to the input of a field. */
export const focusField = (name: string): void => document.getElementById(fieldId(name))?.focus();
