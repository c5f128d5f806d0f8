import { t } from '@/i18n/frame';

const MINUTE_MS = 60_000;

const ago = new Intl.RelativeTimeFormat('en-IN');

/** How long ago something was, in the largest unit that fits: `12 minutes ago`. */
export function ageOf(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return t.common.justNow;
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day');
}
