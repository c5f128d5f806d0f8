import { useState } from 'react';
import { Link } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { attempt, renewUser } from './attempt';
import { LinkPage, type StepProps } from './LinkPage';

const words = mailLinks.email;

function Step({ link, token, onDone, onRefused }: StepProps) {
  const [pending, setPending] = useState(false);

  async function confirm() {
    onRefused();
    setPending(true);
    const confirmed = await attempt(({ confirmEmailChange }) => confirmEmailChange(token));
    if ('problem' in confirmed) onRefused(confirmed);
    else {
      // Whoever is signed in is called by the new address from now on.
      await renewUser();
      await onDone();
    }
    setPending(false);
  }

  return (
    <>
      <p className="login-lead">{words.question(link.email, link.tenantName)}</p>
      <button type="button" className="nm-button" disabled={pending} onClick={confirm}>
        {pending ? mailLinks.saving : words.submit}
      </button>
    </>
  );
}

/** /confirm-email, to which the link leads that was mailed to somebody's new address. */
export function ConfirmEmailPage() {
  return (
    <LinkPage
      words={words}
      Step={Step}
      otherwise={(why) =>
        why === 'ended' && (
          <Link to="/login" state={{ next: '/profile' }} className="nm-button">
            {words.askAgain}
          </Link>
        )
      }
    />
  );
}
