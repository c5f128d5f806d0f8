import { type KeyboardEvent, useRef } from 'react';
import { t } from '@/i18n/t';

/**
 * The two ways to empty a field whose button Mantine makes: the button, heard and large enough, which it isn't by itself, but
 * no stop of its own for Tab; and Alt+Backspace, or Delete and Backspace where no text is typed.
 */
export function useClear(label: string) {
  const button = useRef<HTMLButtonElement>(null);
  const clearButtonProps = {
    ref: button,
    'aria-label': t.list.clear(label),
    'aria-hidden': false,
    tabIndex: -1,
    size: 'md',
  } as const;
  const clearByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // It is there only while there is something to clear.
    if (!button.current || !isClearKey(event)) return;
    event.preventDefault();
    button.current.click();
  };
  return { clearButtonProps, clearByKey };
}

/** Whether a key empties the field that has the focus. */
export function isClearKey({ key, altKey, ctrlKey, metaKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean {
  if (ctrlKey || metaKey) return false;
  return key === 'Backspace' ? altKey || currentTarget.readOnly : key === 'Delete' && !altKey && currentTarget.readOnly;
}
