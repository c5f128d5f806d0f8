import { t } from '@/i18n/t';

/** What is wrong with a filled-in e-mail address; whether it exists is for the mail to find out. */
export const emailProblem = (text: string): string | undefined =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? undefined : t.form.email;

/** What is wrong with a filled-in mobile number: it has ten digits, the first 6 to 9. */
export const mobileProblem = (text: string): string | undefined =>
  /^[6-9]\d{9}$/.test(text.trim()) ? undefined : t.form.mobile;
