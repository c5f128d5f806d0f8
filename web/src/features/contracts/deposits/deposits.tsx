import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { MoneyText } from '@/kit/data/Money';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { isoOfDate } from '@/kit/format';
import { wholeList } from '@/kit/list/whole-list';
import { lazyPart } from '@/kit/Part';
import { Module } from '@/session/permissions';
import { resource } from '@/shared/screens/resource';
import { depositColumns } from './columns';
import { DepositTimeline } from './DepositTimeline';
import { depositMessage, depositSections, depositValues, initialDeposit } from './deposit-form';
import { DEPOSIT_STATUS_OPTIONS, depositStatusMeta, depositStatusName } from './status';
import { useContractCrumbs, useContractGone } from './useContractCrumbs';

const DepositDocuments = lazyPart(async () => (await import('./DepositDocuments')).DepositDocuments);

const api = SecurityDepositService.method;
const label = t.deposits.fields;

/** The screens of a contract's deposits. */
export const deposits = resource({
  path: '/contracts/:contractId/security-deposit',
  breadcrumbs: useContractCrumbs,
  module: Module.CONTRACTS,
  services: [SecurityDepositService, ContractService, ContractDashboardService, ContractTimelineService],
  titles: { list: t.contracts.securityDeposits, create: t.contracts.addDeposit, edit: t.deposits.edit },
  list: {
    noun: { one: t.deposits.noun[0], many: t.deposits.noun[1] },
    method: api.listSecurityDeposits,
    below: ({ contractId }) => ({ contractId }),
    page: (answer, params) =>
      wholeList(answer.deposits, params, {
        filters: {
          depositType: { contains: (row) => `${row.depositType} ${codeText(row.depositType)}` },
          instrumentNo: { contains: (row) => row.instrumentNo },
          status: { equals: (row) => depositStatusName(row.status) ?? '' },
        },
        sort: {
          instrumentNo: (row) => row.instrumentNo,
          depositType: (row) => row.depositType,
          status: (row) => depositStatusMeta(row.status)?.label ?? '',
          amount: (row) => String(row.amount?.paise ?? 0n),
          depositSubmittedDate: (row) => isoOfDate(row.depositSubmittedDate),
          depositReturnedDate: (row) => isoOfDate(row.depositReturnedDate),
        },
      }),
    whole: true,
    filters: [
      { kind: 'text', name: 'depositType', label: label.depositType },
      { kind: 'text', name: 'instrumentNo', label: label.instrumentNo },
      { kind: 'multi', name: 'status', label: label.status, options: DEPOSIT_STATUS_OPTIONS },
    ],
    columns: depositColumns,
    rowId: (row) => row.id,
    rowLabel: (row) => row.instrumentNo,
    menu: ({ contractId, id }) => [
      { label: t.deposits.documents, to: `/contracts/${contractId}/security-deposit/${id}/documents` },
    ],
    emptyHint: t.deposits.emptyHint,
    loadError: t.deposits.fetchFailed,
  },
  get: {
    method: api.getSecurityDeposit,
    input: (id, { contractId }) => ({ contractId, id }),
    values: depositValues,
    version: (deposit) => deposit.version,
    title: (deposit) => `${codeText(deposit.depositType)} ${deposit.instrumentNo}`,
    description: (deposit) => (
      <RecordFacts createdAt={deposit.createdAt} updatedAt={deposit.updatedAt}>
        <StatusBadge meta={depositStatusMeta(deposit.status)} />
        <span>
          <MoneyText paise={deposit.amount?.paise} />
        </span>
      </RecordFacts>
    ),
    panels: (deposit) => [
      { id: 'documents', title: t.deposits.documents, content: <DepositDocuments deposit={deposit} /> },
      {
        id: 'status-history',
        title: t.timeline.statusHistory,
        content: <DepositTimeline contractId={deposit.contractId} depositId={deposit.id} />,
      },
    ],
    failed: t.deposits.fetchOneFailed,
    history: 'security_deposit',
  },
  create: {
    method: api.createSecurityDeposit,
    input: (values, { contractId }) => ({ contractId, deposit: depositMessage(values) }),
    saved: t.deposits.created,
  },
  update: {
    method: api.updateSecurityDeposit,
    input: (values, id, version, { contractId }) => ({ contractId, id, deposit: depositMessage(values, version) }),
    saved: t.deposits.updated,
  },
  remove: {
    method: api.deleteSecurityDeposit,
    input: ({ contractId, id }) => ({ contractId, id }),
    title: (row) => t.deposits.deleteTitle(row.instrumentNo),
    question: t.deposits.deleteQuestion,
    removed: t.deposits.deleted,
    failed: t.deposits.deleteFailed,
    kind: 'DEPOSIT',
  },
  form: {
    initial: initialDeposit,
    unfit: useContractGone,
    sections: depositSections,
    fieldPrefix: 'deposit.',
    saveFailed: t.deposits.saveFailed,
  },
});
