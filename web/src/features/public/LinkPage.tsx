import './form.css';
import './login.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { clearSession, currentUser } from '@/session/session-store';
import { FormMessage } from './FormMessage';
import type { MailLink, Outcome } from './mail-links';
import { PasswordInput } from './PasswordInput';
import { PublicForm, SubmitButton } from './PublicForm';
import { useMailLink } from './useMailLink';

interface LinkPageProps {
  readonly words: {
    readonly title: string;
    readonly description: string;
    readonly submit: string;
    readonly done: string;
  };
  /** Sets the password. */
  readonly save: (token: string, newPassword: string) => Promise<Outcome<unknown>>;
  /** What somebody can do whose link doesn't count. */
  readonly otherwise?: ReactNode;
}

/** A page to which a mailed link leads, and on which a password is chosen. */
export function LinkPage({ words, save, otherwise }: LinkPageProps) {
  const heading = useHeadingFocus();
  const { token, link, problem, ask } = useMailLink();
  const [done, setDone] = useState(false);
  usePageTitle(words.title);
  usePageDescription(words.description);

  return (
    <div className="login">
      <div className="login-card">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {link && !done && (
          <PasswordForm link={link} token={token} submitLabel={words.submit} save={save} onDone={() => setDone(true)} />
        )}
        <FormMessage problem={problem} success={done ? words.done : undefined} />
        {!link && problem === undefined && <p role="status">{mailLinks.checking}</p>}
        {!link && problem !== undefined && token !== '' && (
          <button type="button" className="nm-button" onClick={ask}>
            {mailLinks.again}
          </button>
        )}
        {!link && problem !== undefined && otherwise}
        <Link
          to="/login"
          state={link && { emailOrMobile: link.email, tenantName: link.tenantName }}
          className={done ? 'nm-button' : 'login-link'}
          // Not before: the frame around this page is the user's, and goes with their session.
          onClick={() => done && link && forgetEnded(link)}
        >
          {mailLinks.toLogin}
        </Link>
      </div>
    </div>
  );
}

/** Forgets the session of this browser if it is of the link's user, whose sessions the server has ended. */
function forgetEnded({ email, tenantName }: MailLink): void {
  const user = currentUser();
  if (user?.email === email && user.tenantName === tenantName) clearSession();
}

interface PasswordFormProps {
  readonly link: MailLink;
  readonly token: string;
  readonly submitLabel: string;
  readonly save: LinkPageProps['save'];
  readonly onDone: () => void;
}

function PasswordForm({ link, token, submitLabel, save, onDone }: PasswordFormProps) {
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
    const saved = await save(token, password).catch(() => ({ problem: t.errors.network }));
    setPending(false);
    if ('problem' in saved) return complain(saved.problem);
    onDone();
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
