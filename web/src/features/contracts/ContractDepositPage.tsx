import { IconFileUpload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Contract } from '@/gen/nirmaan/contracts/v1/contract_pb';
import type { SecurityDeposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { IdText } from '@/kit/data/IdText';
import { Lines } from '@/kit/data/Lines';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { columnsOf } from '@/kit/list/columns';
import type { RequestFilter } from '@/kit/list/filter-request';
import { createdFilters } from '@/kit/list/list-params';
import { RowMenu } from '@/kit/overlay/RowMenu';
import { Can, useCan, useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { listExport } from '@/shared/export/list-export';
import { type ListDef, ListPage } from '@/shared/screens/ListPage';
import { FromImport, importFilter } from './bulk-upload/narrowed';
import { CreateProjectButton } from './CreateProjectButton';
import { DepositLines } from './deposits/DepositLines';
import classes from './deposits/Deposits.module.css';
import { DEPOSIT_STATUS_OPTIONS } from './deposits/status';
import { STATUS_OPTIONS, statusMeta } from './status';

const api = SecurityDepositService.method;
const words = t.contractDeposit;
const label = t.contracts.fields;
const depositLabel = t.deposits.fields;

/** A contract with those of its deposits that were asked for. */
interface Row {
  contract: Contract;
  deposits: readonly SecurityDeposit[];
}

const column = columnsOf<Row>();
const page = (id: string) => `/contracts/contract-deposit/${id}`;

/** The filters; whoever may not edit contracts sees account numbers in part and finds them in full only. */
const filters = (inFull: boolean): RequestFilter<typeof api.searchContractDeposits.input>[] => [
  { kind: 'text', name: 'bidId', label: label.bidId },
  { kind: 'text', name: 'contractName', label: label.contractName },
  { kind: 'text', name: 'referenceNo', label: label.referenceNo },
  { kind: 'text', name: 'licenseHolderName', label: label.licenseHolderName },
  { kind: 'text', name: 'contractType', label: label.contractType },
  { kind: 'multi', name: 'status', field: 'statuses', label: words.contractStatus, options: STATUS_OPTIONS },
  { kind: 'text', name: 'depositType', label: depositLabel.depositType },
  { kind: 'text', name: 'instrumentNo', label: depositLabel.instrumentNo },
  { kind: 'text', name: 'accountHolderName', label: depositLabel.accountHolderName },
  { kind: 'text', name: 'bankAccountNo', label: inFull ? words.bankAccountInFull : depositLabel.bankAccountNo },
  {
    kind: 'multi',
    name: 'depositStatus',
    field: 'depositStatuses',
    label: words.depositStatus,
    options: DEPOSIT_STATUS_OPTIONS,
  },
  {
    kind: 'select',
    name: 'returned',
    field: 'isReturned',
    label: words.dates,
    options: [{ value: 'true', label: words.submittedAndReturned }],
  },
  { kind: 'exact', name: 'depositTypes', label: words.depositTypeIs, say: codeText },
  ...createdFilters(t.list.from, t.list.to),
  importFilter,
];

type Search = ListDef<typeof api.searchContractDeposits, Row>;

const list: Omit<Search, 'filters'> = {
  name: 'contracts.contract-deposit',
  title: t.contracts.contractDeposit,
  breadcrumbs: [{ label: t.contracts.title, to: '/contracts' }],
  noun: { one: t.contracts.noun[0], many: t.contracts.noun[1] },
  module: Module.CONTRACTS,
  method: api.searchContractDeposits,
  export: listExport(api.exportContractDeposits),
  page: ({ content, deposits, totalElements }) => ({
    rows: content.map((contract) => ({
      contract,
      deposits: deposits.filter(({ contractId }) => contractId === contract.id),
    })),
    total: Number(totalElements),
  }),
  columns: [
    {
      id: 'bidId',
      header: label.bidId,
      sortable: true,
      width: 184,
      link: ({ contract }) => page(contract.id),
      cell: ({ contract }) => (
        <>
          <IdText text={contract.bidId} />
          <span className={classes.nameBelow}>
            <Lines text={contract.contractName} />
          </span>
        </>
      ),
    },
    column.text('contractName', label.contractName, ({ contract }) => contract.contractName, {
      width: 250,
      keep: 'middle',
      card: 'title',
    }),
    {
      id: 'status',
      header: label.status,
      sortable: true,
      width: 166,
      card: 'badge',
      cell: ({ contract }) => (
        <span className={classes.status}>
          <StatusBadge meta={statusMeta(contract.status)} />
          <CreateProjectButton contract={contract} small />
        </span>
      ),
    },
    {
      id: 'deposits',
      header: words.deposits,
      least: 240,
      card: 'wide',
      cell: ({ contract, deposits }) => <DepositLines deposits={deposits} rest={page(contract.id)} />,
    },
    column.money('totalDeposit', label.totalDeposit, ({ contract }) => contract.totalDeposit, {
      sortable: false,
      width: 120,
      keep: 'middle',
    }),
    column.money('totalAmount', label.totalAmount, ({ contract }) => contract.totalAmount, {
      sortable: false,
      width: 120,
      keep: 'wide',
    }),
  ],
  rowId: ({ contract }) => contract.id,
  rowLabel: ({ contract }) => contract.bidId,
  lead: <FromImport />,
  actions: <UploadLink />,
  emptyHint: words.emptyHint,
  loadError: words.fetchFailed,
};

function UploadLink() {
  return (
    <Can module={Module.CONTRACTS} action="create">
      {(allowed, reason) => (
        <GuardedLink
          to="/contracts/deposits/bulk-upload"
          reason={allowed ? undefined : reason}
          variant="default"
          icon={<IconFileUpload size={16} aria-hidden />}
        >
          {words.bulkUpload}
        </GuardedLink>
      )}
    </Can>
  );
}

/** Searches contracts and their deposits together. */
export function ContractDepositPage() {
  const canEdit = useCan(Module.CONTRACTS, 'edit');
  const noCreate = useRefusal(Module.CONTRACTS, 'create');
  const def = useMemo<Search>(
    () => ({
      ...list,
      filters: filters(!canEdit),
      rowMenu: ({ contract: { id, bidId } }) => (
        <RowMenu
          label={bidId}
          items={[
            { label: t.common.view, to: page(id) },
            { label: words.viewContract, to: `/contracts/${id}` },
            {
              label: t.contracts.addDeposit,
              to: `/contracts/${id}/security-deposit/create`,
              disabledReason: noCreate,
            },
            { label: t.contracts.addDocs, to: `/contracts/${id}/supporting-docs` },
          ]}
        />
      ),
    }),
    [canEdit, noCreate],
  );
  return <ListPage def={def} />;
}
