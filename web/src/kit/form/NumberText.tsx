import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** How a kind of number is read from a text and written as one. */
export interface NumberFormat<T> {
  /** Null for an empty text, undefined for one that is no such number. */
  read: (text: string) => T | null | undefined;
  write: (value: T | null) => string;
  /** What a refused text counts as, for fields where it counts as something. */
  zero?: T;
  /** The sentence for a text that is refused. */
  problem: string;
}

/**
 * A number in a text field: typed freely, read at every keystroke, written in the Indian way once the field is
 * left. A text that can't be read stays where it is, with its reason.
 */
export function NumberText<T extends bigint | number>({
  format,
  value,
  onValue,
  onRefuse,
  error,
  ...input
}: {
  format: NumberFormat<T>;
  value: T | null;
  onValue: (value: T | null) => void;
  onRefuse: (problem: string) => void;
} & Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'>) {
  const [text, setText] = useState<string>();
  const [left, setLeft] = useState(false);
  const refused = text !== undefined && format.zero === undefined && format.read(text) === undefined;
  return (
    <TextInput
      {...input}
      inputMode="decimal"
      autoComplete="off"
      value={text ?? format.write(value)}
      error={error ?? (refused && left ? format.problem : undefined)}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        setLeft(false);
        const read = format.read(typed) ?? (typed.trim() === '' ? null : format.zero);
        if (read === undefined) onRefuse(format.problem);
        else onValue(read);
      }}
      onBlur={() => {
        setLeft(true);
        if (!refused) setText(undefined);
      }}
    />
  );
}
