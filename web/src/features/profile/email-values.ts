import { t } from '@/i18n/people';
import { type AnySection, anySections, type Section } from '@/kit/form/fields';
import { PasswordField } from '@/kit/form/PasswordField';
import { emailProblem } from '@/shared/people/contact-rules';
import { MAX_PASSWORD } from '@/shared/people/password-rules';

/** A new address, and the password that proves who asks for it. */
export type EmailValues = { newEmail: string; password: string };

/** The form when nothing is typed. */
export const noEmail: EmailValues = { newEmail: '', password: '' };

const words = t.profile.email;

const email: Section<EmailValues> = {
  id: 'email',
  title: words.title,
  fields: [
    {
      name: 'newEmail',
      label: words.next,
      kind: 'text',
      input: 'email',
      maxLength: 255,
      required: t.form.required(words.next),
      validate: emailProblem,
      help: words.nextHint,
    },
    {
      name: 'password',
      label: words.password,
      kind: 'password',
      Input: PasswordField,
      maxLength: MAX_PASSWORD,
      autoComplete: 'current-password',
      required: t.form.required(words.password),
      help: t.profile.password.currentHint,
    },
  ],
};

/** The part of the page that changes the address. */
export const emailSections: readonly AnySection[] = anySections([email]);
