import { Link } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { LinkPage } from './LinkPage';
import { loadCalls } from './useMailLink';

const words = mailLinks.reset;
const save = async (token: string, newPassword: string) => (await loadCalls()).resetPassword(token, newPassword);

/** /reset-password, to which the link leads that was mailed to somebody who forgot their password. */
export function ResetPasswordPage() {
  const askAgain = (
    <Link to="/forgot-password" className="login-link">
      {words.askAgain}
    </Link>
  );
  return <LinkPage words={words} save={save} otherwise={askAgain} />;
}
