import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import { scrollingList } from './scrolling-list';

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  readonly suggestions: readonly string[];
  readonly value: string;
  onChange: (value: string) => void;
  /** How a code among the values is read; by default there are no codes. */
  readonly say?: ((code: string) => string) | undefined;
}

/** Text by which words are compared. */
const folded = (text: string) => text.trim().toLowerCase();

/** Free text with suggestions. Codes are shown in words, and their words, in any case, stand for them. */
export function SuggestInput({ suggestions, value, onChange, say, ...props }: SuggestInputProps) {
  const said = (text: string) => say?.(text) ?? text;
  // What is being typed stays as it is until the focus leaves, whatever it stands for so far.
  const [typed, setTyped] = useState<string>();
  // What was put here otherwise than by typing, too: a record's own code may be none of those that are suggested.
  const [given, setGiven] = useState([value]);
  const [sent, setSent] = useState<string>();
  if (value !== sent && !given.includes(value)) setGiven([...given, value]);
  const meant = (text: string) =>
    (say && [...suggestions, ...given].find((code) => folded(say(code)) === folded(text))) ?? text;
  const isTyped = typed !== undefined && meant(typed) === value;
  return (
    <Autocomplete
      {...props}
      {...scrollingList}
      data={suggestions.map(said)}
      value={isTyped ? typed : said(value)}
      onBlur={() => setTyped(undefined)}
      onChange={(text) => {
        setTyped(text);
        setSent(meant(text));
        onChange(meant(text));
      }}
    />
  );
}
