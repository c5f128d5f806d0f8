import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { type FocusEvent, useRef, useState } from 'react';
import { t } from '@/i18n/t';
import { FieldWarning, warned } from './FieldWarning';
import classes from './Form.module.css';

/** How a kind of number is read from a text and written as one. */
export interface NumberFormat<T> {
  /** Null for an empty text, undefined for one that is no such number. */
  read: (text: string) => T | null | undefined;
  write: (value: T | null) => string;
  /** The sentence for a text that is refused. */
  problem: (text: string) => string;
  /** What a text that is no such number counts as once the field is left; undefined for one that is refused. */
  zero?: (text: string) => T | undefined;
}

/** No more of a text than this is quoted. */
const QUOTED = 30;

/**
 * A number in a text field: typed freely, read at every keystroke, written in the Indian way once the field is left. A text
 * that can't be read stays where it is, with its reason; where it counts as something, the field says so and leads back to
 * the text.
 */
export function NumberText<T extends bigint | number>({
  format,
  value,
  onValue,
  onRefuse,
  onLeave,
  error,
  warning,
  ...input
}: {
  format: NumberFormat<T>;
  value: T | null;
  /** Told what the text says, and whether nothing could be read in it. */
  onValue: (value: T | null, unread: boolean) => void;
  onRefuse: (problem: string) => void;
  /** Told that the focus has left the field, after what that makes of its text. */
  onLeave?: () => void;
  /** What is unusual about the number, which is taken all the same. */
  warning?: string | undefined;
} & Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'>) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState<string>();
  const [left, setLeft] = useState(false);
  const [unread, setUnread] = useState<{ text: string; value: T }>();
  const refused = text !== undefined && format.read(text) === undefined;
  // Another value has come from elsewhere.
  if (unread && unread.value !== value) setUnread(undefined);

  const type = (typed: string) => {
    setText(typed);
    setLeft(false);
    setUnread(undefined);
    const read = format.read(typed);
    if (read === undefined) onRefuse(format.problem(typed));
    else onValue(read, false);
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setLeft(true);
    if (text !== undefined) settle(text, event);
    onLeave?.();
  };
  const settle = (typed: string, event: FocusEvent<HTMLInputElement>) => {
    // What was refused when the form was sent stays to be mended, and so does what would be sent unseen.
    const zero = refused && error === undefined && !isSentFrom(event) ? format.zero?.(typed) : undefined;
    if (zero !== undefined) {
      setUnread({ text: typed, value: zero });
      onValue(zero, true);
    }
    if (!refused || zero !== undefined) setText(undefined);
  };
  const back = (typed: string) => {
    type(typed);
    field.current?.focus();
  };

  const problem = refused && left ? format.problem(text) : undefined;
  return (
    <>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        {...input}
        {...warned(warning)}
        ref={field}
        value={text ?? format.write(value)}
        error={error ?? problem}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
      {format.zero && (
        <div role="status" className={classes.beside}>
          {unread && (
            <FieldWarning>
              {t.form.countsAs(quoted(unread.text), format.write(unread.value), format.problem(unread.text))}{' '}
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                underline="always"
                onClick={() => back(unread.text)}
              >
                {t.form.backTo(quoted(unread.text))}
              </Anchor>
            </FieldWarning>
          )}
        </div>
      )}
    </>
  );
}

/** Whether the focus goes from a field to a button that sends its form. */
function isSentFrom({ currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>): boolean {
  if (!(relatedTarget instanceof HTMLButtonElement)) return false;
  return relatedTarget.type === 'submit' && relatedTarget.form === currentTarget.form;
}

const quoted = (text: string) => {
  const trimmed = text.trim();
  return trimmed.length > QUOTED ? `${trimmed.slice(0, QUOTED)}…` : trimmed;
};
