import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { t } from '@/i18n/t';

/** A password: shown on request, and with a word about Caps Lock. */
export function PasswordField({ description, ...input }: PasswordInputProps) {
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <PasswordInput
      {...input}
      description={
        <>
          {description}
          <span role="status">{capsLock && ` ${t.session.capsLock}`}</span>
        </>
      }
      // The input marks itself by colour alone.
      aria-invalid={input.error ? true : undefined}
      visibilityToggleFocusable
      spellCheck={false}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
    />
  );
}
