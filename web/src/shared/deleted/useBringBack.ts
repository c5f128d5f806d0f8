import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isNotFound } from '@/kit/errors';
import { ALL, keysOf, type Stale } from '@/kit/stale';
import { afterWrite, useWrite } from '@/kit/write';
import { takeOut } from '@/kit/written';
import { DELETED_LIST, restore } from './calls';
import type { DeletedKind } from './kinds';

/** All is read again below. */
const NOTHING: Stale = [];

/** Brings a deleted record back; whatever was read without it is read again, in this tab and in the others. */
export function useBringBack(): (kind: DeletedKind, id: string) => Promise<void> {
  const queries = useQueryClient();
  const write = useWrite(NOTHING);
  return useCallback(
    async (kind, id) => {
      const goOn = () => {
        const lists = keysOf(DELETED_LIST).flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey }));
        takeOut(lists, [id]);
        afterWrite(queries, [ALL]);
      };
      await restore(write, kind, id).catch((error: unknown) => {
        // Somebody else was quicker, or it is too late.
        if (isNotFound(error)) goOn();
        throw error;
      });
      goOn();
    },
    [queries, write],
  );
}
