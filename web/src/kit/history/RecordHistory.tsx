import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Button, Skeleton } from '@mantine/core';
import { type AuditEvent, AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/t';
import { isPermissionDenied, userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { ChangeList } from './ChangeList';
import classes from './History.module.css';
import { actionLabel, sourceLabel } from './trail-words';

const PAGE = 10;

/** What happened to a record, the newest first, a page at a time. */
export function RecordHistory({ entity, id }: { entity: string; id: string }) {
  const query = useInfiniteQuery(
    AuditService.method.listRecordHistory,
    { entity, entityId: id, pagination: { page: 0, size: PAGE } },
    {
      pageParamKey: 'pagination',
      getNextPageParam: ({ number, totalPages }) =>
        number + 1 < totalPages ? { page: number + 1, size: PAGE } : undefined,
      // Whoever opens the history wants to see what happened until now.
      staleTime: 0,
    },
  );
  if (query.isError && !query.data) {
    return isPermissionDenied(query.error) ? (
      <EmptyState kind="denied" title={t.permissions.unauthorizedTitle}>
        {t.permissions.unauthorized}
      </EmptyState>
    ) : (
      <EmptyState
        kind="error"
        title={t.trail.historyFailed}
        action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
      >
        {userMessage(query.error, t.errors.unknown)}
      </EmptyState>
    );
  }
  if (!query.data) return <Placeholder />;
  const events = query.data.pages.flatMap(({ content }) => content);
  if (events.length === 0) return <EmptyState kind="empty" title={t.trail.noHistory} />;
  return (
    <>
      <ol className={classes.events}>
        {events.map((event) => (
          <HistoryEvent key={event.id} event={event} />
        ))}
      </ol>
      {query.isFetchNextPageError && (
        <p className={classes.fine} role="alert">
          {userMessage(query.error, t.trail.historyFailed)}
        </p>
      )}
      {query.hasNextPage && (
        <Button variant="default" onClick={() => query.fetchNextPage()} loading={query.isFetchingNextPage}>
          {t.trail.older}
        </Button>
      )}
    </>
  );
}

function HistoryEvent({ event }: { event: AuditEvent }) {
  const { action, at, actor, source } = event;
  return (
    <li className={classes.event}>
      <p className={classes.what}>{t.trail.by(actionLabel(action), actor || t.trail.system)}</p>
      <p className={classes.fine}>{t.trail.when(formatInstant(at), sourceLabel(source))}</p>
      <ChangeList event={event} />
    </li>
  );
}

function Placeholder() {
  return (
    <div className={classes.events} aria-busy>
      {['first', 'second', 'third'].map((place) => (
        <div key={place} className={classes.event}>
          <Skeleton height={14} width="60%" />
          <Skeleton height={12} width="40%" />
          <Skeleton height={12} width="80%" mt="xs" />
        </div>
      ))}
    </div>
  );
}
