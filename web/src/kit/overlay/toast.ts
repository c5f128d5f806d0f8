import { notifications } from '@mantine/notifications';

/** Confirms that something the user asked for is done. Failures belong to the form or dialog they happened in. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'neem', role: 'status' });
}

/** Says what went wrong where there is no form or dialog to say it in. */
export function toastFailure(message: string): void {
  notifications.show({ message, color: 'sindoor', role: 'alert', autoClose: 10_000 });
}
