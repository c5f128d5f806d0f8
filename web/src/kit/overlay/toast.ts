import { notifications } from '@mantine/notifications';

/** Confirms that something the user asked for is done. Failures belong to the form or dialog they happened in. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'neem', role: 'status' });
}

/** Reports on background work. */
export function toastInfo(message: string): void {
  notifications.show({ message, color: 'neel', role: 'status' });
}
