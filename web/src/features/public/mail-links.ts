import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { type MailLink, MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { mailLinks } from '@/i18n/site/mail-links';
import { fieldErrors, infoOf, userMessage } from '@/kit/errors';
import { bareTransport } from '@/session/bare-transport';
import type { Account } from './account';

export type { MailLink };

const api = createClient(MailLinkService, bareTransport);

/** Why a call failed. */
export interface Refusal {
  /** The sentence to tell. */
  readonly problem: string;
  /** Whether it would fail again: a link that has ended never counts again, and a server without mail sends none. */
  readonly isFinal?: boolean;
  /** Whose link it was, if it was used. */
  readonly account?: Account | undefined;
}

/** What a call came to. */
export type Outcome<T> = { readonly answer: T } | Refusal;

async function outcome<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { answer: await call };
  } catch (error) {
    // Of a page with one field, what is said of the field is what there is to say.
    const { newPassword } = fieldErrors(error, '');
    const { email, tenantName } = infoOf(error, 'ERROR_REASON_LINK_USED')?.metadata ?? {};
    return {
      problem: newPassword ?? userMessage(error, mailLinks.failed),
      isFinal: ConnectError.from(error).code === Code.FailedPrecondition,
      account: email && tenantName ? { emailOrMobile: email, tenantName } : undefined,
    };
  }
}

/** Whether this server mails links. */
export const mailOptions = () => outcome(api.getMailOptions({}));

/** Asks for a link to set a new password. */
export const requestPasswordReset = (account: Account) => outcome(api.requestPasswordReset({ ...account }));

/** What a link is for, and whose it is. */
export const readMailLink = (token: string) => outcome(api.readMailLink({ token }));

/** Chooses a first password by a link. */
export const acceptInvitation = (token: string, newPassword: string) =>
  outcome(api.acceptInvitation({ token, newPassword }));

/** Makes the address that a link was mailed to its user's own. */
export const confirmEmailChange = (token: string) => outcome(api.confirmEmailChange({ token }));

/** Sets a new password by a link. */
export const resetPassword = (token: string, newPassword: string) => outcome(api.resetPassword({ token, newPassword }));
