import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { type DeletedRecord, DeletedService } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { t } from '@/i18n/deleted-list';
import { CellLink } from '@/kit/data/CellLink';
import { IdText } from '@/kit/data/IdText';
import { Noted } from '@/kit/data/Noted';
import { formatMoney, NONE } from '@/kit/format';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { named } from '@/kit/named';
import { isGranted, Module } from '@/session/permissions';
import { type StoredUser, useCurrentUser } from '@/session/session-store';
import { wentAlong } from '@/shared/deleted/along';
import type { DeletedKind } from '@/shared/deleted/kinds';
import { MODULES } from '@/shared/deleted/modules';
import { type ListDef, ListPage } from '@/shared/screens/ListPage';
import { BringBackButton } from './BringBackButton';
import { addressOfParent, belongedTo, isCalledById, KINDS, kindName, kindOf, nameOf } from './record';

const words = t.deletedList;
const label = words.columns;
const column = columnsOf<DeletedRecord>();
const api = DeletedService.method;

/** Whether a list of this kind is the user's: what it was, and to bring it back. */
const isListed = (user: StoredUser | undefined, kind: DeletedKind) =>
  MODULES[kind].some((module) => isGranted(user, module, 'view') && isGranted(user, module, 'delete'));

const deletedList = (user: StoredUser | undefined): ListDef<typeof api.filterDeleted, DeletedRecord> => ({
  name: 'deleted',
  title: words.title,
  noun: { one: words.noun[0], many: words.noun[1] },
  // Whose rights are missing depends on the kind.
  module: Module.UNSPECIFIED,
  method: api.filterDeleted,
  page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
  filters: [
    {
      kind: 'multi',
      name: 'kind',
      label: words.filters.kind,
      options: KINDS.filter((kind) => isListed(user, kind)).map((value) => ({ value, label: t.deletion.kinds[value] })),
    },
    { kind: 'text', name: 'name', label: words.filters.name },
    ...createdFilters(words.filters.from, words.filters.to),
  ],
  columns: [
    {
      id: 'name',
      header: label.name,
      rowHeader: true,
      least: 200,
      card: 'title',
      cell: (row) => <Name record={row} />,
    },
    column.text('kind', label.kind, ({ kind }) => kindName(kind), { sortable: false, width: 92 }),
    {
      id: 'parent',
      header: label.parent,
      width: 184,
      keep: 'middle',
      card: 'wide',
      cell: (row) => <ParentLink record={row} />,
    },
    column.text('along', label.along, ({ wentAlong: along }) => (along ? wentAlong(along) : ''), {
      sortable: false,
      width: 170,
      keep: 'wide',
      card: 'wide',
    }),
    column.instant('deletedAt', label.deletedAt, ({ deletedAt }) => deletedAt, {
      sortable: false,
      align: undefined,
      width: 104,
    }),
    column.id('deletedBy', label.deletedBy, (row) => named(row.deletedBy, row.deletedByState) || t.record.system, {
      sortable: false,
      width: 176,
      keep: 'middle',
    }),
    column.instant('restorableUntil', label.until, ({ restorableUntil }) => restorableUntil, {
      sortable: false,
      align: undefined,
      width: 104,
    }),
  ],
  rowId: ({ id }) => id,
  rowLabel: nameOf,
  rowMenu: (row) => <BringBackButton record={row} />,
  rowMenuWidth: 128,
  lead: (
    <Text size="sm" c="dimmed">
      {words.lead}
    </Text>
  ),
  emptyTitle: words.empty,
  emptyHint: words.emptyHint,
  emptyAction: null,
  loadError: words.fetchFailed,
});

/** What was deleted in the last 30 days, and the way to have it back. */
export function DeletedPage() {
  const user = useCurrentUser();
  return <ListPage def={useMemo(() => deletedList(user), [user])} />;
}

/** What a record was called, and what else it is known by. */
function Name({ record }: { record: DeletedRecord }) {
  const { name, amount, contractName } = record;
  const more = name && amount ? formatMoney(amount.paise) : contractName;
  return <Noted note={more}>{isCalledById(record) ? <IdText text={nameOf(record)} /> : nameOf(record)}</Noted>;
}

/** What a record belonged to, with the way there for who may go. */
function ParentLink({ record }: { record: DeletedRecord }) {
  const user = useCurrentUser();
  const { parent } = record;
  const text = belongedTo(record);
  if (!text) return <>{NONE}</>;
  const name = <Noted>{parent && isCalledById(parent) ? <IdText text={text} /> : text}</Noted>;
  const kind = parent && kindOf(parent.kind);
  const to = parent && addressOfParent(parent);
  if (!to || !kind || !MODULES[kind].some((module) => isGranted(user, module, 'view'))) return name;
  return <CellLink to={to}>{name}</CellLink>;
}
