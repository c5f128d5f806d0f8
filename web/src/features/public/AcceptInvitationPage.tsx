import { mailLinks } from '@/i18n/site/mail-links';
import { LinkPage } from './LinkPage';
import { loadCalls } from './useMailLink';

const save = async (token: string, newPassword: string) => (await loadCalls()).acceptInvitation(token, newPassword);

/** /accept-invitation, to which the link leads that was mailed to a new user. */
export function AcceptInvitationPage() {
  return <LinkPage words={mailLinks.invitation} save={save} />;
}
