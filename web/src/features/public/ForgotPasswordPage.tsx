import './form.css';
import './login.css';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '@/i18n/base';
import { login } from '@/i18n/site/login';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { ACCOUNT_FIELDS, type Account, accountOf, readAccount } from './account';
import { FormMessage } from './FormMessage';
import { PublicForm, SubmitButton } from './PublicForm';
import { TextInput } from './TextInput';

const words = mailLinks.forgot;
const loadCalls = () => import('./mail-links');

/** /forgot-password. */
export function ForgotPasswordPage() {
  const heading = useHeadingFocus();
  const { state } = useLocation();
  const [account, setAccount] = useState(() => accountOf(state));
  const [problems, setProblems] = useState<Partial<Account>>({});
  const [failure, setFailure] = useState<string>();
  const [stage, setStage] = useState<'asking' | 'sending' | 'sent'>('asking');
  const mails = useSendsMail();
  usePageTitle(words.title);
  usePageDescription(words.description);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = readAccount(form);
    const missing = ACCOUNT_FIELDS.filter((name) => !typed[name]);
    setProblems(Object.fromEntries(missing.map((name) => [name, login.required[name]])));
    setFailure(undefined);
    if (missing.length > 0) {
      form.querySelector<HTMLInputElement>(`[name="${missing[0]}"]`)?.focus();
      return;
    }
    setAccount(typed);
    setStage('sending');
    const sent = await loadCalls().then(
      ({ requestPasswordReset }) => requestPasswordReset(typed),
      () => ({ problem: t.errors.network }),
    );
    if ('problem' in sent) setFailure(sent.problem);
    setStage('problem' in sent ? 'asking' : 'sent');
  }

  return (
    <div className="login">
      <PublicForm className="login-card" onSubmit={submit}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {mails && stage !== 'sent' && (
          <>
            <p className="login-lead">{words.lead}</p>
            <TextInput
              name="emailOrMobile"
              label={login.emailOrMobile}
              autoComplete="username"
              value={account.emailOrMobile}
              problem={problems.emailOrMobile}
            />
            <TextInput
              name="tenantName"
              label={login.tenantName}
              hint={login.tenantNameHint}
              autoComplete="organization"
              value={account.tenantName}
              problem={problems.tenantName}
            />
          </>
        )}
        <FormMessage problem={mails ? failure : words.noMail} success={stage === 'sent' ? words.sent : undefined} />
        {mails && stage !== 'sent' && (
          <SubmitButton label={words.submit} pendingLabel={words.submitting} pending={stage === 'sending'} />
        )}
        <Link to="/login" state={{ ...state, ...account }} className="login-link">
          {words.back}
        </Link>
      </PublicForm>
    </div>
  );
}

/** Whether the server mails links, as far as is known: whoever can't ask finds out when they send. */
function useSendsMail(): boolean {
  const [mails, setMails] = useState(true);
  useEffect(() => {
    let gone = false;
    loadCalls()
      .then(({ mailOptions }) => mailOptions())
      .then((options) => {
        if (!gone && 'answer' in options) setMails(options.answer.links);
      })
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, []);
  return mails;
}
