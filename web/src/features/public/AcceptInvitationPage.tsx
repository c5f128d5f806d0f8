import { mailLinks } from '@/i18n/site/mail-links';
import { withTimeout } from '@/kit/lazy';
import type { Account } from './account';
import { attempt } from './attempt';
import { LinkPage, type StepProps } from './LinkPage';
import { PasswordStep } from './PasswordStep';

const words = mailLinks.invitation;

const save = (token: string, newPassword: string) =>
  attempt(({ acceptInvitation }) => acceptInvitation(token, newPassword));

const Step = (props: StepProps) => <PasswordStep {...props} submitLabel={words.submit} save={save} />;

// Why it failed is found again where the sign-in is.
const enter = (account: Account, password: string) =>
  withTimeout(import('./sign-in'))
    .then(({ trySignIn }) => trySignIn({ ...account, password }))
    .then(
      () => undefined,
      () => undefined,
    );

/** /accept-invitation, to which the link leads that was mailed to a new user: they are signed in by it. */
export function AcceptInvitationPage() {
  return (
    <LinkPage
      words={words}
      Step={Step}
      enter={enter}
      otherwise={(why) => why === 'ended' && <p className="login-text">{words.askAgain}</p>}
    />
  );
}
