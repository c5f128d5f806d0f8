import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useState } from 'react';
import { scrollingList } from './scrolling-list';

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  readonly suggestions: readonly string[];
  readonly value: string;
  onChange: (value: string) => void;
  /** How a code among the values is read. */
  readonly say: ((code: string) => string) | undefined;
}

/** Free text with suggestions. Codes are shown in words, and their words stand for them. */
export function SuggestInput({ suggestions, value, onChange, say = (text) => text, ...props }: SuggestInputProps) {
  // Nor does a code that the record came with turn into words by being looked at.
  const [first] = useState(value);
  const codes = [...suggestions, first];
  return (
    <Autocomplete
      {...props}
      {...scrollingList}
      data={suggestions.map(say)}
      value={codes.includes(value) ? say(value) : value}
      onChange={(text) => onChange(codes.find((code) => say(code) === text) ?? text)}
    />
  );
}
