import { Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '@/i18n/deleted';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import { toastSuccess } from '@/kit/overlay/toast';
import { refusal } from '@/session/Can';
import { useCurrentUser } from '@/session/session-store';
import type { Deletion } from './deletion';
import type { DeletedKind } from './kinds';
import { MODULES } from './modules';
import { useBringBack } from './useBringBack';

/** Whether a page offers it: a document has none. */
const isRestorable = (kind: string): kind is Exclude<DeletedKind, 'DOCUMENT'> => kind in MODULES && kind !== 'DOCUMENT';

/** Brings a deleted record back, whose page then shows it. */
export function RestoreButton({ deletion: { kind, id } }: { deletion: Deletion }) {
  const user = useCurrentUser();
  const restore = useBringBack();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!isRestorable(kind)) return null;

  const bringBack = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await restore(kind, id);
      toastSuccess(t.deleted.toast.undone);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      <GuardedButton
        reason={refusal(user, MODULES[kind][0], 'delete')}
        onClick={bringBack}
        loading={busy}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
      >
        {kind === 'USER' ? t.deleted.restoreUser : t.deleted.restore}
      </GuardedButton>
      {error !== undefined && (
        <Text role="alert" c="sindoor" size="sm" w="100%">
          {userMessage(error, t.deleted.toast.failed)}
        </Text>
      )}
    </>
  );
}
