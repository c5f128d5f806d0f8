import { t } from '@/i18n/t';

const MIN_PASSWORD = 8;

/** The longest password there is. */
export const MAX_PASSWORD = 128;

/** What is wrong with a new password; whether it is too common is the server's to say. */
export const passwordProblem = (password: string): string | undefined =>
  password.length < MIN_PASSWORD ? t.form.shortPassword(MIN_PASSWORD) : undefined;
