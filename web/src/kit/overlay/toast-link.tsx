import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import { PACE } from '../pace';
import { stayingWhileFocused } from './toast-focus';

/** Confirms that something is done, and leads to it. */
export function toastLink(said: string, { label, to }: { readonly label: string; readonly to: string }): void {
  const id = notifications.show({
    message: (
      <>
        {said}{' '}
        <Anchor component={Link} to={to} fz="inherit">
          {label}
        </Anchor>
      </>
    ),
    color: 'neem',
    role: 'status',
    autoClose: PACE.undo,
    ...stayingWhileFocused(() => id),
  });
}
