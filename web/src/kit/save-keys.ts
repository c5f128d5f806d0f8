import { isLetter } from './keys';

/**
 * The form that a key is meant for. Enter is meant for what has the focus: the form around a field, nothing for a button or
 * a link. S is meant for the dialog on top or for the page, wherever on it the focus is.
 */
function formInUse(isSave: boolean): HTMLFormElement | null {
  const focus = document.activeElement;
  const dialog = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].at(-1);
  const around = !dialog || dialog.contains(focus) ? (focus?.closest('form') ?? null) : null;
  if (!isSave) return focus?.closest('button, a') ? null : around;
  return around ?? (dialog ?? document).querySelector(dialog ? 'form' : 'main form[data-page]');
}

/**
 * Ctrl+S and Ctrl+Enter (⌘ on a Mac) press the button that sends the form, if it can be pressed.
 *
 * @returns ends it
 */
export function listenForSaveKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    const isModified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isSave = isLetter(event, 's');
    if (!isModified || (!isSave && event.key !== 'Enter') || event.isComposing) return;
    const form = formInUse(isSave);
    const button = form?.querySelector<HTMLButtonElement>('button[type="submit"]');
    if (!form || !button) return;
    // Nobody wants the page as a file instead, nor the list of the choice that has the focus.
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat && !button.disabled) form.requestSubmit(button);
  };
  // Before the fields, some of which take Enter whatever is held with it.
  window.addEventListener('keydown', onKey, { capture: true });
  return () => window.removeEventListener('keydown', onKey, { capture: true });
}
