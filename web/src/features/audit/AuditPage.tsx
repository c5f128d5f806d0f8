import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type AuditEvent, AuditEvent_Action, AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/access';
import { CellLink } from '@/kit/data/CellLink';
import { IdText } from '@/kit/data/IdText';
import { Noted } from '@/kit/data/Noted';
import { formatInstant, NONE } from '@/kit/format';
import { columnsOf } from '@/kit/list/columns';
import { named } from '@/kit/named';
import { Module } from '@/session/permissions';
import { ChangeList } from '@/shared/history/ChangeList';
import { actionLabel, fieldLabel, kindLabel, sourceLabel, tellingChanges } from '@/shared/history/trail-words';
import { type ListDef, ListPage } from '@/shared/screens/ListPage';
import { auditExport, auditFilters } from './filter';
import { addressOfRecord, isCalledById, noteOf, titleOf } from './record';
import { SealButton } from './SealButton';

const words = t.audit;
const label = words.fields;
const column = columnsOf<AuditEvent>();
const api = AuditService.method;

/** Fields named in a row; the rest is counted. */
const NAMED = 3;

function summary(event: AuditEvent): string {
  const names = tellingChanges(event.changes).map(({ field }) => fieldLabel(field));
  const first = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${first} ${words.more(names.length - NAMED)}` : first;
}

const list: ListDef<typeof api.filterAuditEvents, AuditEvent> = {
  name: 'audit',
  title: words.title,
  breadcrumbs: [{ label: t.nav.users, to: '/admin/users' }],
  noun: { one: words.noun[0], many: words.noun[1] },
  module: Module.USER,
  method: api.filterAuditEvents,
  page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
  filters: auditFilters,
  columns: [
    column.instant('createdAt', label.at, ({ at }) => at, { align: undefined, width: undefined, least: 112 }),
    column.text('action', label.action, ({ action }) => actionLabel(action), { width: 104, card: 'title' }),
    column.text('entity', label.entity, ({ entity }) => kindLabel(entity), { width: 132 }),
    { id: 'record', header: label.record, least: 170, card: 'wide', cell: (event) => <RecordLink event={event} /> },
    column.id('actor', label.actor, ({ actor, actorState }) => named(actor, actorState) || t.record.system, {
      sortable: false,
      width: 176,
    }),
    column.text('changes', words.changedFields, summary, { sortable: false, card: 'none' }),
    column.text('source', label.source, ({ source }) => sourceLabel(source), { width: 112, keep: 'middle' }),
    column.text('tenant', label.tenant, ({ tenantName }) => tenantName, { sortable: false, width: 130, keep: 'wide' }),
  ],
  rowId: ({ id }) => id,
  rowLabel: (event) =>
    [actionLabel(event.action), kindLabel(event.entity), titleOf(event), formatInstant(event.at)]
      .filter(Boolean)
      .join(', '),
  detail: (event) => <EventDetail event={event} />,
  actions: <SealButton />,
  export: auditExport,
  emptyAction: null,
  emptyHint: words.emptyHint,
  loadError: words.fetchFailed,
};

/** Who did what, and when. */
export function AuditPage() {
  return <ListPage def={list} />;
}

/** What the record of an event is called, and what it belongs to, with the way there. */
function RecordLink({ event }: { event: AuditEvent }) {
  const title = titleOf(event);
  if (!title) return <>{NONE}</>;
  const to = addressOfRecord(event);
  const text = <Noted note={noteOf(event)}>{isCalledById(event) ? <IdText text={title} /> : title}</Noted>;
  return to ? <CellLink to={to}>{text}</CellLink> : text;
}

/** What an event changed, and the ways to what belongs to it. */
function EventDetail({ event }: { event: AuditEvent }) {
  const { action, address, entity, entityId, requestId } = event;
  return (
    <Stack gap="sm">
      <ChangeList event={event} />
      {address && (
        <Text c="dimmed" size="sm">
          {words.address(address)}
        </Text>
      )}
      <Group gap="md">
        {action !== AuditEvent_Action.EXPORT && (
          <Anchor component={Link} to={`?${new URLSearchParams({ entity, entityId })}`} size="sm">
            {words.sameRecord}
          </Anchor>
        )}
        {requestId && (
          <Anchor component={Link} to={`?${new URLSearchParams({ requestId })}`} size="sm">
            {words.sameRequest}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
