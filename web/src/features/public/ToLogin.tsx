import { Link } from 'react-router';
import { t } from '@/i18n/base';
import { mailLinks } from '@/i18n/site/mail-links';
import { useCurrentUser } from '@/session/session-store';
import { type Account, isOf } from './account';

interface ToLoginProps {
  /** Who came by the link, if that is known. */
  readonly account: Partial<Account>;
  /** Whether the server has just ended their sessions. */
  readonly isEnded: boolean;
  /** Whether they may be signed in under the address that they had before. */
  readonly isRenamed: boolean;
  /** Whether it is the main button of the page. */
  readonly isMain: boolean;
}

/** Leads on from a mailed link: to the sign-in, with the names filled in, or home if they are signed in already. */
export function ToLogin({ account, isEnded, isRenamed, isMain }: ToLoginProps) {
  const user = useCurrentUser();
  const look = isMain ? 'nm-button' : 'login-link';
  const { emailOrMobile } = account;
  const other = !isRenamed && user && emailOrMobile && !isOf(user, account) ? user : undefined;
  if (user && !other && !isEnded) {
    return (
      <Link to="/" className={look}>
        {t.nav.home}
      </Link>
    );
  }
  return (
    <>
      {other && <p className="login-text">{mailLinks.signedInAs(other.email)}</p>}
      {/* Not signed out before: the frame around this page is the user's, and goes with their session. */}
      <Link to="/login" state={user ? { ...account, signOut: true } : account} className={look}>
        {other ? mailLinks.signInAs(emailOrMobile ?? '') : mailLinks.toLogin}
      </Link>
    </>
  );
}
