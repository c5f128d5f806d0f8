import { Button, Text } from '@mantine/core';
import { type NotificationData, notifications, notificationsStore } from '@mantine/notifications';
import { type ReactNode, useEffect, useId } from 'react';
import { userMessage } from '../errors';
import { focusHeading } from '../focus-heading';
import { isApple, isLetter } from '../keys';
import { PACE } from '../pace';
import { toastSuccess } from './toast';
import { stayingWhileFocused } from './toast-focus';
import classes from './toast-undo.module.css';

/** Something that was done and can be taken back, in words. */
export interface Undoable {
  /** That it was done. */
  readonly said: string;
  /** To what. */
  readonly name: string;
  readonly undo: string;
  /** While it is being taken back. */
  readonly undoing: string;
  /** That it was taken back. */
  readonly undone: string;
  /** That it wasn't, where the failure carries no sentence of its own. */
  readonly failed: string;
}

/** Something that a toast on the screen can take back. */
interface Undo {
  /** When it was done, in milliseconds since the page was loaded. */
  readonly at: number;
  readonly call: () => void;
}

/** Each is withdrawn with its toast. */
const offers: Undo[] = [];

/** More of these toasts would hide others, and what can't be seen isn't to be taken back. */
const MOST = 4;

const TEXT = 'input:not([type="checkbox"], [type="radio"], [type="file"], [readonly]), textarea:not([readonly])';

const MODAL = '[role="dialog"][aria-modal="true"]';

const isTyping = () => document.activeElement?.matches(`${TEXT}, [contenteditable]`) ?? false;

/**
 * Ctrl+Z (⌘Z on a Mac) takes back the newest, unless somebody is typing: then it belongs to the text. A dialog that is open
 * has the user's attention.
 */
function onKey(event: KeyboardEvent): void {
  const modifier = isApple ? event.metaKey : event.ctrlKey;
  if (!modifier || event.altKey || event.shiftKey || event.isComposing || !isLetter(event, 'z')) return;
  if (event.repeat || event.defaultPrevented || isTyping() || document.querySelector(MODAL)) return;
  event.preventDefault();
  const [newest] = offers.toSorted((one, other) => other.at - one.at);
  newest?.call();
}

/** Offers to take something back until the returned function is called. */
function offer(undo: Undo): () => void {
  if (offers.push(undo) === 1) window.addEventListener('keydown', onKey);
  return () => {
    offers.splice(offers.indexOf(undo), 1);
    if (offers.length === 0) window.removeEventListener('keydown', onKey);
  };
}

/** What is said, and the button that takes back what was done; by Ctrl+Z too, for as long as it is shown. */
function Offer({ children, label, about, undo }: { children: ReactNode; label: string; about: string; undo: Undo }) {
  const what = useId();
  useEffect(() => offer(undo), [undo]);
  return (
    <div className={classes.row}>
      <div>
        {children}
        <Text id={what} size="xs" c="dimmed">
          {about}
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="default"
        className={classes.button}
        aria-describedby={what}
        aria-keyshortcuts={isApple ? 'Meta+Z' : 'Control+Z'}
        onClick={undo.call}
      >
        {label} <kbd className={classes.key}>{isApple ? '⌘Z' : 'Ctrl Z'}</kbd>
      </Button>
    </div>
  );
}

/** Moves the focus to where the user is: the dialog that is open, or the page. */
function leaveToast(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1);
  if (dialog) dialog.focus();
  else focusHeading({ preventScroll: true });
}

const shown = () => notificationsStore.getState().notifications;

const isShown = (id: string) => shown().some((one) => one.id === id);

/** Makes room for one more. */
function hideOldest(): void {
  const [oldest, ...others] = shown().filter((one) => one['data-undo'] && !one.loading);
  if (oldest?.id && others.length + 1 >= MOST) notifications.hide(oldest.id);
}

/**
 * Confirms that something is done, and offers for a while to take it back; where that fails, it says why and offers it again.
 *
 * @param undo may be called more than once
 */
export function toastUndo(words: Undoable, undo: () => Promise<unknown>): void {
  let isUnderWay = false;
  const takeBack = async () => {
    if (isUnderWay || !isShown(id)) return;
    isUnderWay = true;
    if (document.activeElement?.closest('[data-undo]')) leaveToast();
    const waiting = { loading: true, autoClose: false, allowClose: false, color: 'neem', role: 'status' };
    notifications.update({ id, message: words.undoing, ...waiting });
    try {
      await undo();
      // Whoever has signed out since has no need to know.
      if (isShown(id)) toastSuccess(words.undone);
      notifications.hide(id);
    } catch (error) {
      notifications.update({ id, ...offering(userMessage(error, words.failed)), color: 'sindoor', role: 'alert' });
    }
    isUnderWay = false;
  };
  const undoable: Undo = { at: performance.now(), call: () => void takeBack() };
  const offering = (said: string): NotificationData => ({
    message: (
      <Offer label={words.undo} about={words.name} undo={undoable}>
        {said}
      </Offer>
    ),
    loading: false,
    allowClose: true,
    autoClose: PACE.undo,
  });
  hideOldest();
  const id = notifications.show({
    ...offering(words.said),
    color: 'neem',
    role: 'status',
    'data-undo': true,
    ...stayingWhileFocused(() => id),
  });
}
