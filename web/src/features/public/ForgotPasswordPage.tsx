import './form.css';
import './login.css';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '@/i18n/base';
import { contact } from '@/i18n/site/contact';
import { login } from '@/i18n/site/login';
import { mailLinks } from '@/i18n/site/mail-links';
import { PACE } from '@/kit/pace';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { ACCOUNT_FIELDS, type Account, accountOf, readAccount } from './account';
import { attempt } from './attempt';
import { FormMessage } from './FormMessage';
import { PublicForm, SubmitButton } from './PublicForm';
import { TextInput } from './TextInput';
import { useLostFocus } from './useLostFocus';

const words = mailLinks.forgot;

/** /forgot-password. */
export function ForgotPasswordPage() {
  const heading = useHeadingFocus();
  const { state } = useLocation();
  const [account, setAccount] = useState(() => accountOf(state));
  const [problems, setProblems] = useState<Partial<Account>>({});
  const [failure, setFailure] = useState<string>();
  const [stage, setStage] = useState<'asking' | 'sending' | 'sent' | 'refused'>('asking');
  const isOffered = useMailOffer();
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
    const sent = await attempt(({ requestPasswordReset }) => requestPasswordReset(typed));
    if (!('problem' in sent)) return setStage('sent');
    setStage(sent.isFinal ? 'refused' : 'asking');
    if (!sent.isFinal) setFailure(sent.problem);
  }

  const isRefused = isOffered === false || stage === 'refused';
  const isForm = isOffered === true && !isRefused && stage !== 'sent';
  useLostFocus(heading, stage === 'sent' || stage === 'refused');

  return (
    <div className="login">
      <PublicForm className="login-card" onSubmit={submit}>
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {isForm && (
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
        <FormMessage problem={failure} success={stage === 'sent' ? words.sent : undefined} />
        {isForm ? (
          <SubmitButton label={words.submit} pendingLabel={words.submitting} pending={stage === 'sending'} />
        ) : (
          stage !== 'sent' && (
            <div role="status" className="login-form">
              {isRefused ? <NoMail /> : t.common.loading}
            </div>
          )
        )}
        <Link to="/login" state={{ ...state, ...account }} className="login-link">
          {words.back}
        </Link>
      </PublicForm>
    </div>
  );
}

/** Who can help where no link is mailed. */
function NoMail() {
  return (
    <>
      <p className="login-text">{words.noMail}</p>
      <p className="login-text">
        {words.onlyAdministrator} <a href={`mailto:${contact.emailAddress}`}>{contact.emailAddress}</a>.
      </p>
    </>
  );
}

/**
 * Whether to offer a link by mail; undefined until the server has said whether it mails any. If it doesn't say so in time, one is
 * offered for good, and the answer to the form tells.
 */
function useMailOffer() {
  const [isOffered, setOffered] = useState<boolean>();
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => setOffered((known) => known ?? true), PACE.offer);
    void attempt(({ mailOptions }) => mailOptions()).then((options) => {
      if (!gone) setOffered((known) => known ?? ('problem' in options || options.answer.links));
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return isOffered;
}
