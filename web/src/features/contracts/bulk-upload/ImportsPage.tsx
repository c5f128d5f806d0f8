import { IconArrowBackUp, IconCircleCheck, IconFileUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type ContractImport, ContractImportService } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';
import { GuardedLink } from '@/kit/data/GuardedLink';
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
import { contractsOf } from './changed-by-imports';
import { ErrorFileButton } from './ErrorFileButton';
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
    { label: t.bulkUpload.title, to: '/contracts/bulk-upload' },
  ],
  noun: { one: words.noun[0], many: words.noun[1] },
  module: Module.CONTRACTS,
  method: api.filterContractImports,
  page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
  filters: [{ kind: 'text', name: 'fileName', label: label.fileName }, ...createdFilters(t.list.from, t.list.to)],
  columns: [
    column.id('fileName', label.fileName, (row) => row.fileName, {
      rowHeader: true,
      width: undefined,
      least: 200,
      card: 'title',
    }),
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
  actions: <UploadLink />,
  emptyHint: words.emptyHint,
  loadError: words.fetchFailed,
};

/** The files that contracts were brought in from, and the way to take one back. */
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
              label: words.showContracts,
              to: contractsOf(row.id),
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

function UploadLink() {
  return (
    <Can module={Module.CONTRACTS} action="create">
      {(allowed, reason) => (
        <GuardedLink
          to="/contracts/bulk-upload"
          reason={allowed ? undefined : reason}
          icon={<IconFileUpload size={16} aria-hidden />}
        >
          {t.bulkUpload.title}
        </GuardedLink>
      )}
    </Can>
  );
}
