import { Anchor, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { secondFactor } from '@/i18n/site/second-factor';

interface CodeInputProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
  /** Whether a recovery code will do as well. */
  readonly recoverable?: boolean;
}

/** A code of an authenticator app, or a recovery code. It takes the focus when it appears. */
export function CodeInput({ value, onChange, error, recoverable = false }: CodeInputProps) {
  const [recovery, setRecovery] = useState(false);
  const words = recovery ? secondFactor.recovery : secondFactor.app;
  const toggle = () => {
    setRecovery(!recovery);
    onChange('');
  };
  return (
    <Stack gap={4} align="start">
      <TextInput
        w="100%"
        label={words.label}
        description={words.hint}
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        autoFocus
        data-autofocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error}
        aria-invalid={error ? true : undefined}
      />
      {recoverable && (
        <Anchor component="button" type="button" size="sm" onClick={toggle}>
          {recovery ? secondFactor.useApp : secondFactor.useRecovery}
        </Anchor>
      )}
    </Stack>
  );
}
