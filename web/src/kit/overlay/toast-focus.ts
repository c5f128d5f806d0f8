import { notifications, notificationsStore } from '@mantine/notifications';
import { PACE } from '../pace';

/** How long a toast stays from now on; false is until somebody closes it. */
const stay = (id: string, autoClose: number | false) =>
  notifications.updateState(notificationsStore, (all) =>
    all.map((one) => (one.id === id ? { ...one, autoClose } : one)),
  );

/** Lets a toast stay while the focus is in it, and for a while afterwards. Resting the pointer on it keeps it as well. */
export const stayingWhileFocused = (id: () => string) => ({
  onFocusCapture: () => stay(id(), false),
  onBlurCapture: () => stay(id(), PACE.undo),
});
