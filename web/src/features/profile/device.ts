import { t } from '@/i18n/people';

// The order matters: every browser also calls itself by the names of those before it.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows NT\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (userAgent: string, names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** What somebody signed in with, in words: browser and system, or the name that a program gave itself. */
export function deviceName(userAgent: string): string {
  const browser = named(userAgent, BROWSERS);
  const system = named(userAgent, SYSTEMS);
  if (browser && system) return t.profile.sessions.device(browser, system);
  // Programs name themselves first: `curl/8.5.0`.
  const program = /^[\w.-]+/.exec(userAgent)?.[0];
  return browser ?? system ?? program ?? t.profile.sessions.unknown;
}

/** Whether it is held in the hand. */
export const isHandheld = (userAgent: string): boolean => /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent);
