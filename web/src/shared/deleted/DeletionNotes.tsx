import { useTransport } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from '@/i18n/deleted';
import { goesAlong, inTheirName, stillOut } from './along';
import classes from './DeletionNotes.module.css';
import { type DeletedKind, loadCalls } from './kinds';

const words = t.deleted.along;

/** Stands under the question whether a record shall be deleted: that it can be undone, and what goes along with it. */
export function DeletionNotes({ kind, id }: { kind: DeletedKind; id: string }) {
  return (
    <Text component="div" size="sm" role="status">
      <Text component="div" size="sm" c="dimmed">
        {kind === 'USER' ? words.userKept : words.kept}
      </Text>
      {kind !== 'DOCUMENT' && <GoesAlong kind={kind} id={id} />}
    </Text>
  );
}

/** What would go along with a record, asked anew each time: what is about to go has to be what is there now. */
export function useDeletionScope(kind: DeletedKind, id: string) {
  const transport = useTransport();
  return useQuery({
    queryKey: ['deletion', kind, id],
    queryFn: async ({ signal }) => (await loadCalls()).describe(transport, kind, id, signal),
    // Once it is gone, there is nothing to ask.
    meta: { isAskedOnce: true },
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function GoesAlong({ kind, id }: { kind: DeletedKind; id: string }) {
  const { data, isError } = useDeletionScope(kind, id);
  const told = data ? [goesAlong(data), stillOut(data), inTheirName(data)].filter(Boolean).join(' ') : '';
  const nothing = kind === 'USER' ? words.nothingOfUser : words.nothing;
  return (
    <Text component="div" size="sm" fw={told ? 700 : undefined} className={classes.along}>
      {data ? told || nothing : isError ? words.failed : words.loading}
    </Text>
  );
}
