import { t } from '@/i18n/t';

/** Makes the button that takes a choice back heard, large enough, and reachable by keys: by itself it is none of these. */
export const clearButton = (label: string) =>
  ({ 'aria-label': t.list.clear(label), 'aria-hidden': false, tabIndex: 0, size: 'md' }) as const;
