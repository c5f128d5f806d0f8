import { notifications } from '@mantine/notifications';

const LONG_MS = 10_000;

/**
 * Confirms that something the user asked for is done. Failures belong to the form or dialog they happened in.
 *
 * @param isLong whether it says more than that, and needs time to be read
 */
export function toastSuccess(message: string, isLong = false): void {
  notifications.show({ message, color: 'neem', role: 'status', ...(isLong && { autoClose: LONG_MS }) });
}

/** Says what went wrong where there is no form or dialog to say it in. */
export function toastFailure(message: string): void {
  notifications.show({ message, color: 'sindoor', role: 'alert', autoClose: LONG_MS });
}
