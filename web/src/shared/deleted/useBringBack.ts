import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { DeletedRecord_Kind, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { EVERYTHING, tellTabs } from '@/kit/tabs';
import { useWrite } from '@/kit/write';
import { DELETED_LIST } from './calls';
import type { DeletedKind } from './kinds';

const { restoreDeleted } = DeletedService.method;

/** Brings a deleted record back; whatever was read without it is read again, in this tab and in the others. */
export function useBringBack(): (kind: DeletedKind, id: string) => Promise<void> {
  const queries = useQueryClient();
  const write = useWrite(DELETED_LIST);
  return useCallback(
    async (kind, id) => {
      await write(restoreDeleted, { kind: DeletedRecord_Kind[kind], id }, { deletes: [id] });
      void queries.invalidateQueries();
      tellTabs([EVERYTHING]);
    },
    [queries, write],
  );
}
