import { useCallback } from 'react';
import { t } from '@/i18n/deleted';
import { toastUndo } from '@/kit/overlay/toast-undo';
import type { Stale } from '@/kit/stale';
import { useWrite } from '@/kit/write';
import { type DeletedKind, loadCalls } from './kinds';

/** A record that was deleted. */
interface Deleted {
  readonly kind: DeletedKind;
  readonly id: string;
  readonly name: string;
}

/**
 * Says that a record was deleted, and offers to bring it back.
 *
 * @param stale the services whose answers change with it
 */
export function useToastDeleted(stale: Stale): (said: string, record: Deleted) => void {
  const write = useWrite(stale);
  return useCallback(
    (said, { kind, id, name }) => {
      const undo = async () => (await loadCalls()).restore(write, kind, id);
      toastUndo({ ...t.deleted.toast, said, name }, undo);
    },
    [write],
  );
}
