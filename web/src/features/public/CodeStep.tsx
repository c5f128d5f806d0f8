import { type FormEvent, useEffect, useRef, useState } from 'react';
import { login } from '@/i18n/site/login';
import { secondFactor } from '@/i18n/site/second-factor';
import { Field } from './Field';
import { FormMessage } from './FormMessage';
import { PublicForm, SubmitButton } from './PublicForm';

/** What the second step is told. */
export interface CodeStepProps {
  readonly pending: boolean;
  readonly failure: string | undefined;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

/** The second step of signing in, for users who have a second factor. */
export function CodeStep({ pending, failure, onSubmit, onBack }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const words = recovery ? secondFactor.recovery : secondFactor.app;

  // What was focused before has gone with the step before.
  useEffect(() => input.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const missing = code.trim() === '' ? words.required : undefined;
    setProblem(missing);
    input.current?.focus();
    if (!missing) onSubmit(code.trim());
  }

  function toggle() {
    setRecovery(!recovery);
    setCode('');
    setProblem(undefined);
    input.current?.focus();
  }

  return (
    <>
      <p className="login-lead">{secondFactor.lead}</p>
      <PublicForm className="login-step" onSubmit={submit}>
        <Field label={words.label} hint={words.hint} problem={problem}>
          {(control) => (
            <input
              {...control}
              ref={input}
              name="code"
              type="text"
              inputMode={recovery ? 'text' : 'numeric'}
              autoComplete={recovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={32}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
        </Field>
        <FormMessage problem={failure} />
        <SubmitButton label={login.submit} pendingLabel={login.submitting} pending={pending} />
        <div className="login-others">
          <button type="button" className="login-other" onClick={toggle} disabled={pending}>
            {recovery ? secondFactor.useApp : secondFactor.useRecovery}
          </button>
          <button type="button" className="login-other" onClick={onBack} disabled={pending}>
            {secondFactor.back}
          </button>
        </div>
      </PublicForm>
    </>
  );
}
