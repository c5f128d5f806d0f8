import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useInfiniteQuery } from '@connectrpc/connect-query';
import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { type AuditEvent, AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/trail';
import { isPermissionDenied, userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { named } from '@/kit/named';
import { missingRight } from '@/shared/rights/missing-right';
import { ChangeList } from './ChangeList';
import classes from './History.module.css';
import { HistorySkeleton } from './HistorySkeleton';
import { actionLabel, kindLabel, sourceLabel } from './trail-words';

const PAGE = 10;
/** The kind of event that brought a record in from a file. */
const IMPORT = 'contract_import';

const kolkataDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

/** The files that were imported on the same day. */
function importsOf(at: Date): string {
  const day = kolkataDay.format(at);
  return `/contracts/imports?${new URLSearchParams({ from: day, to: day })}`;
}

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
      <EmptyState kind="denied" title={missingRight(query.error)} />
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
  if (!query.data) return <HistorySkeleton />;
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

/** An event in the history of a record. */
function HistoryEvent({ event }: { event: AuditEvent }) {
  const { action, at, actor, actorState, source } = event;
  const who = named(actor, actorState) || t.record.system;
  return (
    <li className={classes.event}>
      <p className={classes.what}>{t.trail.by(actionLabel(action), who)}</p>
      <p className={classes.fine}>{t.trail.when(formatInstant(at), sourceLabel(source))}</p>
      <ChangeList event={event} />
      {event.entity === IMPORT && at && (
        <Anchor component={Link} to={importsOf(timestampDate(at))} size="sm">
          {kindLabel(IMPORT)}
        </Anchor>
      )}
    </li>
  );
}
