import { Anchor } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DeletedRecord } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted-list';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import { focusHeading } from '@/kit/focus-heading';
import { toastFailure, toastSuccess } from '@/kit/overlay/toast';
import { useBringBack } from '@/shared/deleted/useBringBack';
import { addressOfBack, kindOf, nameOf, waitsFor } from './record';

const words = t.deletedList;

/** Brings a record of the list back, which then leaves it. */
export function BringBackButton({ record }: { record: DeletedRecord }) {
  const restore = useBringBack();
  const [busy, setBusy] = useState(false);
  const kind = kindOf(record.kind);
  const name = nameOf(record);
  const to = addressOfBack(record);
  if (!kind || !to) return null;

  const bringBack = async () => {
    setBusy(true);
    try {
      await restore(kind, record.id);
      toastSuccess(
        <>
          {words.restored(name)}{' '}
          <Anchor component={Link} to={to} fz="inherit">
            {words.open}
          </Anchor>
        </>,
        true,
      );
      focusHeading();
    } catch (failure) {
      toastFailure(`${name}: ${userMessage(failure, t.deleted.toast.failed)}`);
    }
    setBusy(false);
  };
  return (
    <GuardedButton
      reason={waitsFor(record)}
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
