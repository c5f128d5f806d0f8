import { type FormEvent, useState } from 'react';
import { mailLinks } from '@/i18n/site/mail-links';
import type { StepProps } from './LinkPage';
import type { Outcome } from './mail-links';
import { PasswordInput } from './PasswordInput';
import { PublicForm, SubmitButton } from './PublicForm';

interface PasswordStepProps extends StepProps {
  readonly submitLabel: string;
  /** Sets the password. */
  readonly save: (token: string, newPassword: string) => Promise<Outcome<unknown>>;
}

/** Chooses a password by a mailed link. */
export function PasswordStep({ link, token, onDone, onRefused, submitLabel, save }: PasswordStepProps) {
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const password = String(new FormData(form).get('newPassword') ?? '');
    const complain = (text: string) => {
      setProblem(text);
      form.querySelector<HTMLInputElement>('[name="newPassword"]')?.focus();
    };
    if (!password) return complain(mailLinks.newPasswordRequired);
    setProblem(undefined);
    setPending(true);
    const saved = await save(token, password);
    if (!('problem' in saved)) await onDone(password);
    else if (saved.isFinal) onRefused(saved);
    else complain(saved.problem);
    setPending(false);
  }

  return (
    <PublicForm className="login-form" onSubmit={submit}>
      <p className="login-lead">{mailLinks.whose(link.email, link.tenantName)}</p>
      {/* Lets a password manager know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <PasswordInput
        name="newPassword"
        label={mailLinks.newPassword}
        hint={mailLinks.newPasswordHint}
        autoComplete="new-password"
        problem={problem}
      />
      <SubmitButton label={submitLabel} pendingLabel={mailLinks.saving} pending={pending} />
    </PublicForm>
  );
}
