import { contact } from '@/i18n/site/contact';

/** What the contact form sends. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly mobile: string;
  readonly message: string;
}

/** Why a message can't be sent, and the fields that are to blame, first one first. */
export interface ContactProblem {
  readonly text: string;
  readonly fields: readonly (keyof ContactMessage)[];
}

/** The names of the form's fields, from top to bottom. */
export const CONTACT_FIELDS = ['name', 'email', 'mobile', 'message'] as const satisfies (keyof ContactMessage)[];

/** The fewest characters of a message. */
export const MESSAGE_MIN = 20;

const MOBILE_LENGTH = 10;
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MOBILE = /^[6-9]\d{9}$/;

/** The first rule that the message breaks. The order is the specification's. */
export function contactProblem(values: ContactMessage): ContactProblem | undefined {
  const missing = CONTACT_FIELDS.filter((name) => !values[name].trim());
  if (missing.length > 0) return { text: contact.allRequired, fields: missing };
  if (!ADDRESS.test(values.email.trim())) return { text: contact.invalidEmail, fields: ['email'] };
  if (!MOBILE.test(values.mobile)) return { text: contact.invalidMobile, fields: ['mobile'] };
  if (messageLength(values.message) < MESSAGE_MIN) return { text: contact.shortMessage, fields: ['message'] };
  return undefined;
}

/** How many characters a message has without the space around it. */
export function messageLength(message: string): number {
  // By code points, as the server counts.
  return [...message.trim()].length;
}

/** The ten digits of what was typed or pasted as a mobile number. */
export function mobileDigits(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > MOBILE_LENGTH ? digits.replace(/^(91|0)(?=[6-9])/, '') : digits;
  return national.slice(0, MOBILE_LENGTH);
}
