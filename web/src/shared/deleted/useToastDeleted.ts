import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { t } from '@/i18n/deleted';
import { toastUndo } from '@/kit/overlay/toast-undo';
import type { Stale } from '@/kit/stale';
import { afterWrite, useWrite } from '@/kit/write';
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
  const queries = useQueryClient();
  const write = useWrite(stale);
  return useCallback(
    (said, { kind, id, name }) => {
      const undo = async () => {
        const { DELETED_LIST, restore } = await loadCalls();
        await restore(write, kind, id);
        afterWrite(queries, DELETED_LIST);
      };
      const words = kind === 'USER' ? t.deleted.userToast : t.deleted.toast;
      toastUndo({ ...words, said, name }, undo);
      // Without the calls nobody has read that list of late.
      loadCalls().then(
        ({ DELETED_LIST }) => afterWrite(queries, DELETED_LIST),
        () => undefined,
      );
    },
    [queries, write],
  );
}
