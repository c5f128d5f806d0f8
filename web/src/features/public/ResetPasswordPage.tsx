import { Link } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { attempt } from './attempt';
import { LinkPage, type StepProps } from './LinkPage';
import { PasswordStep } from './PasswordStep';

const words = mailLinks.reset;

const save = (token: string, newPassword: string) => attempt(({ resetPassword }) => resetPassword(token, newPassword));

const Step = (props: StepProps) => <PasswordStep {...props} submitLabel={words.submit} save={save} />;

/** /reset-password, to which the link leads that was mailed to somebody who forgot their password. */
export function ResetPasswordPage() {
  return (
    <LinkPage
      words={words}
      Step={Step}
      endsSessions
      otherwise={(why, account) => (
        <Link to="/forgot-password" state={account} className={why === 'ended' ? 'nm-button' : 'login-link'}>
          {words.askAgain}
        </Link>
      )}
    />
  );
}
