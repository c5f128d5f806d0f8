import { Box, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck, IconFileUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import {
  type ContractImport,
  ContractImport_Record,
  ContractImportService,
} from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { IdText } from '@/kit/data/IdText';
import type { StatusMeta } from '@/kit/data/StatusBadge';
import { formatCount } from '@/kit/format';
import { type Column, columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { named } from '@/kit/named';
import { RowMenu } from '@/kit/overlay/RowMenu';
import { toastSuccess } from '@/kit/overlay/toast';
import { Can, useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { type ListDef, ListPage } from '@/shared/screens/ListPage';
import classes from './BulkUpload.module.css';
import { ErrorFileButton } from './ErrorFileButton';
import { CONTRACTS, DEPOSITS, listOf, registerOf } from './registers';
import { UndoDialog, undoneBy, undoRefusal } from './UndoImport';

const api = ContractImportService.method;
const words = t.imports;
const label = words.fields;
const column = columnsOf<ContractImport>();

const STANDING: StatusMeta = { label: words.states.standing, tone: 'neem', icon: IconCircleCheck };
const UNDONE: StatusMeta = { label: words.states.undone, tone: 'gray', icon: IconArrowBackUp };

const count = (id: 'created' | 'updated' | 'skipped', keep?: 'middle'): Column<ContractImport> => ({
  id,
  header: label[id],
  sortable: true,
  align: 'end',
  width: 104,
  keep,
  cell: (row) => formatCount(row[id]),
});

const list: ListDef<typeof api.filterContractImports, ContractImport> = {
  name: 'contracts.imports',
  title: words.title,
  breadcrumbs: [
    { label: t.contracts.title, to: '/contracts' },
    { label: CONTRACTS.words.title, to: CONTRACTS.path },
  ],
  noun: { one: words.noun[0], many: words.noun[1] },
  module: Module.CONTRACTS,
  method: api.filterContractImports,
  page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
  filters: [
    { kind: 'text', name: 'fileName', label: label.fileName },
    {
      kind: 'select',
      name: 'record',
      label: label.record,
      options: [CONTRACTS, DEPOSITS].map(({ record, words: { kind } }) => ({
        value: ContractImport_Record[record],
        label: kind,
      })),
    },
    ...createdFilters(t.list.from, t.list.to),
  ],
  columns: [
    {
      id: 'fileName',
      header: label.fileName,
      sortable: true,
      rowHeader: true,
      least: 200,
      card: 'title',
      cell: (row) => (
        <Group gap="xs" wrap="nowrap">
          <Box miw={0}>
            <IdText text={row.fileName} />
          </Box>
          <Text size="xs" c="dimmed" flex="none">
            {registerOf(row.record).words.kind}
          </Text>
        </Group>
      ),
    },
    column.instant('createdAt', label.createdAt, (row) => row.createdAt, { align: undefined, width: 112 }),
    column.id('createdBy', label.createdBy, (row) => named(row.createdByEmail, row.createdByState), {
      sortable: false,
      width: 190,
      keep: 'middle',
    }),
    count('created'),
    count('updated'),
    count('skipped', 'middle'),
    {
      id: 'failed',
      header: label.failed,
      sortable: true,
      align: 'end',
      width: 132,
      cell: (row) => <Problems row={row} />,
    },
    column.status('state', label.state, (row) => (row.undoneAt ? UNDONE : STANDING), { sortable: false, width: 118 }),
  ],
  rowId: (row) => row.id,
  rowLabel: (row) => row.fileName,
  actions: <UploadLinks />,
  emptyHint: words.emptyHint,
  loadError: words.fetchFailed,
};

/** The files that contracts and deposits were brought in from, and the way to take one back. */
export function ImportsPage() {
  const noDelete = useRefusal(Module.CONTRACTS, 'delete');
  const [asked, setAsked] = useState<ContractImport>();

  const def = useMemo<typeof list>(
    () => ({
      ...list,
      rowMenu: (row) => (
        <RowMenu
          label={row.fileName}
          items={[
            {
              label: registerOf(row.record).words.showAll,
              to: listOf(registerOf(row.record), row.id),
              disabledReason: undoneBy(row),
            },
            {
              label: words.undo,
              danger: true,
              onClick: () => setAsked(row),
              disabledReason: noDelete ?? undoRefusal(row),
            },
          ]}
        />
      ),
    }),
    [noDelete],
  );

  return (
    <>
      <ListPage def={def} />
      <UndoDialog asked={asked} onClose={() => setAsked(undefined)} onUndone={() => toastSuccess(words.undone)} />
    </>
  );
}

/** How many rows had problems, and the file of them. */
function Problems({ row: { failed, fileName, errorFileUrl } }: { row: ContractImport }) {
  return (
    <span className={classes.problems}>
      {formatCount(failed)}
      {errorFileUrl && (
        <ErrorFileButton
          url={errorFileUrl}
          source={fileName}
          variant="subtle"
          size="compact-xs"
          aria-label={words.errorFileOf(fileName)}
        >
          {words.errorFile}
        </ErrorFileButton>
      )}
    </span>
  );
}

function UploadLinks() {
  return (
    <Can module={Module.CONTRACTS} action="create">
      {(allowed, reason) =>
        [DEPOSITS, CONTRACTS].map((register) => (
          <GuardedLink
            key={register.path}
            to={register.path}
            reason={allowed ? undefined : reason}
            variant={register === CONTRACTS ? undefined : 'default'}
            icon={<IconFileUpload size={16} aria-hidden />}
          >
            {register.words.title}
          </GuardedLink>
        ))
      }
    </Can>
  );
}
