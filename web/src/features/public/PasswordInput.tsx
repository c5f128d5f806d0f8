import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '@/i18n/base';
import { login } from '@/i18n/site/login';
import { Field } from './Field';

interface PasswordInputProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly problem: string | undefined;
}

/** A required password, shown on request; it says when Caps Lock is on. */
export function PasswordInput({ name, label, hint, autoComplete, problem }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <>
          <div className="login-password">
            <input
              {...control}
              name={name}
              type={shown ? 'text' : 'password'}
              autoComplete={autoComplete}
              maxLength={128}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              aria-label={shown ? login.hidePassword : login.showPassword}
              onClick={() => setShown(!shown)}
            >
              <Icon size={18} aria-hidden />
            </button>
          </div>
          <p className="field-hint" role="status">
            {capsLock ? t.session.capsLock : ''}
          </p>
        </>
      )}
    </Field>
  );
}
