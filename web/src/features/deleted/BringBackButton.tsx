import { IconArrowBackUp } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import type { DeletedRecord } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted-list';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { isNotFound, userMessage } from '@/kit/errors';
import { focusHeading } from '@/kit/focus-heading';
import { toastFailure } from '@/kit/overlay/toast';
import { toastLink } from '@/kit/overlay/toast-link';
import { useBringBack } from '@/shared/deleted/useBringBack';
import { addressOf } from '@/shared/records/address';
import { kindOf, locate, nameOf, obstacle } from './record';

const words = t.deletedList;

/** Whether the focus is on a button, or was until the button went. */
const hasFocus = (button: HTMLElement) => document.activeElement === button || document.activeElement === document.body;

/** Brings a record of the list back, which then leaves it. */
export function BringBackButton({ record }: { record: DeletedRecord }) {
  const restore = useBringBack();
  const [busy, setBusy] = useState(false);
  const kind = kindOf(record.kind);
  if (!kind) return null;
  const name = nameOf(record);

  const bringBack = async ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The row goes. More of them may be brought back, so that the page stays where it is.
    const leave = () => hasFocus(currentTarget) && focusHeading({ preventScroll: true });
    setBusy(true);
    try {
      await restore(kind, record.id);
      toastLink(words.restored(name), { label: words.open, to: addressOf(kind, locate(record)) });
      leave();
    } catch (failure) {
      toastFailure(`${name}: ${userMessage(failure, t.deleted.toast.failed)}`);
      if (isNotFound(failure)) leave();
    }
    setBusy(false);
  };
  return (
    <GuardedButton
      reason={obstacle(record)}
      onClick={bringBack}
      loading={busy}
      variant="default"
      size="compact-sm"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      aria-label={words.restoreOf(name)}
    >
      {words.restore}
    </GuardedButton>
  );
}
