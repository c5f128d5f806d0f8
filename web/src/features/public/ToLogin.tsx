import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { mailLinks } from '@/i18n/site/mail-links';
import { useCurrentUser } from '@/session/session-store';
import { type Account, isOf } from './account';

interface ToLoginProps {
  /** Who has used the link, or nobody yet. */
  readonly account: Partial<Account>;
  /** Whose link it is, as far as that is known: the sign-in is filled in with it. */
  readonly names: Account | undefined;
  /** Whether the server has just ended their sessions. */
  readonly isEnded: boolean;
  /** Whether it is the main button of the page. */
  readonly isMain: boolean;
}

/** Leads on from a mailed link: to the sign-in, with the names filled in, or home if they are signed in already. */
export function ToLogin({ account, names, isEnded, isMain }: ToLoginProps) {
  const user = useCurrentUser();
  const isKnown = account.emailOrMobile !== undefined;
  const isTheirs = user !== undefined && isOf(user, account);
  const staysIn = isTheirs && !isEnded;
  const isOther = user !== undefined && isKnown && !isTheirs;
  // Not signed out before: the frame around this page is the user's, and goes with their session.
  const state = user ? { ...account, signOut: true } : { ...names, ...account };
  const look = isMain ? 'nm-button' : 'login-link';
  return (
    <>
      {user && (staysIn || isOther) && <p className="login-text">{mailLinks.signedInAs(user.email)}</p>}
      {staysIn || (user && !isKnown) ? (
        <Link to="/" className={look}>
          {t.nav.home}
        </Link>
      ) : (
        <Link to="/login" state={state} className={look}>
          {isOther ? mailLinks.signInAs(account.emailOrMobile ?? '') : mailLinks.toLogin}
        </Link>
      )}
    </>
  );
}
