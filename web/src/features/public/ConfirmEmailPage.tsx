import './form.css';
import './login.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { FormMessage } from './FormMessage';
import { loadCalls, useMailLink } from './useMailLink';

const words = mailLinks.email;

/** /confirm-email, to which the link leads that was mailed to somebody's new address. */
export function ConfirmEmailPage() {
  const heading = useHeadingFocus();
  const { token, link, problem, ask } = useMailLink();
  const [failure, setFailure] = useState<string>();
  const [stage, setStage] = useState<'asking' | 'sending' | 'done'>('asking');
  usePageTitle(words.title);
  usePageDescription(words.description);

  async function confirm() {
    setFailure(undefined);
    setStage('sending');
    const confirmed = await loadCalls().then(
      ({ confirmEmailChange }) => confirmEmailChange(token),
      () => ({ problem: t.errors.network }),
    );
    if ('problem' in confirmed) setFailure(confirmed.problem);
    setStage('problem' in confirmed ? 'asking' : 'done');
  }

  return (
    <div className="login">
      <div className="login-card">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {link && stage !== 'done' && <p className="login-lead">{words.question(link.email, link.tenantName)}</p>}
        <FormMessage problem={problem ?? failure} success={stage === 'done' ? words.done : undefined} />
        {!link && problem === undefined && <p role="status">{mailLinks.checking}</p>}
        {!link && problem !== undefined && token !== '' && (
          <button type="button" className="nm-button" onClick={ask}>
            {mailLinks.again}
          </button>
        )}
        {link && stage !== 'done' && (
          <button type="button" className="nm-button" disabled={stage === 'sending'} onClick={confirm}>
            {stage === 'sending' ? mailLinks.saving : words.submit}
          </button>
        )}
        <Link to="/" className="login-link">
          {t.nav.home}
        </Link>
      </div>
    </div>
  );
}
