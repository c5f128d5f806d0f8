import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Contract } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { ContractDashboardService } from '@/gen/nirmaan/contracts/v1/dashboard_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/t';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { columnsOf } from '@/kit/list/columns';
import { createdFilters } from '@/kit/list/list-params';
import { lazyPart } from '@/kit/Part';
import { refusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { currentUser } from '@/session/session-store';
import { listExport } from '@/shared/export/list-export';
import { resource } from '@/shared/screens/resource';
import { FromImport, importFilter } from './bulk-upload/narrowed';
import { contractMessage, contractSections, contractValues, initialContract } from './contract-form';
import { STATUS_OPTIONS, statusMeta } from './status';

const api = ContractService.method;
const label = t.contracts.fields;
const header = t.contracts.columns;
const column = columnsOf<Contract>();

// Long, and below the fold: it comes after the fields.
const ContractTimeline = lazyPart(async () => (await import('./ContractTimeline')).ContractTimeline);

const RecordDocuments = lazyPart(async () => (await import('@/shared/documents/RecordDocuments')).RecordDocuments);

const ContractProject = lazyPart(async () => (await import('./ContractProject')).ContractProject);

const deposits = (id: string) => `/contracts/${id}/security-deposit`;
const documents = (id: string) => `/contracts/${id}/supporting-docs`;

/** The screens of contracts. */
export const contracts = resource({
  path: '/contracts',
  at: { list: '/contracts/list' },
  breadcrumbs: [{ label: t.contracts.title, to: '/contracts' }],
  module: Module.CONTRACTS,
  services: [ContractService, ContractDashboardService, SecurityDepositService],
  titles: { list: t.contracts.listTitle, create: t.contracts.create, edit: t.contracts.edit },
  list: {
    noun: { one: t.contracts.noun[0], many: t.contracts.noun[1] },
    method: api.filterContracts,
    export: listExport(api.exportContracts),
    page: (answer) => ({ rows: answer.content, total: Number(answer.totalElements) }),
    filters: [
      { kind: 'text', name: 'bidId', label: label.bidId },
      { kind: 'text', name: 'contractName', label: label.contractName },
      { kind: 'text', name: 'referenceNo', label: label.referenceNo },
      { kind: 'text', name: 'licenseHolderName', label: label.licenseHolderName },
      { kind: 'text', name: 'contractType', label: label.contractType },
      { kind: 'multi', name: 'status', label: label.status, options: STATUS_OPTIONS },
      {
        kind: 'select',
        name: 'paperCost',
        field: 'hasPaperCost',
        label: label.paperCost,
        options: [{ value: 'true', label: t.contracts.withPaperCost }],
      },
      ...createdFilters(t.list.from, t.list.to),
      importFilter,
    ],
    lead: <FromImport />,
    columns: [
      column.id('bidId', label.bidId, (row) => row.bidId, {
        link: (row) => `/contracts/${row.id}`,
      }),
      column.text('contractName', label.contractName, (row) => row.contractName, { least: 116, card: 'title' }),
      column.text('contractType', header.contractType, (row) => row.contractType, { width: 96, keep: 'middle' }),
      column.status('status', label.status, (row) => statusMeta(row.status)),
      column.money('paperCost', header.paperCost, (row) => row.paperCost, {
        width: 96,
        keep: 'wide',
        card: 'none',
      }),
      column.money('tenderBidValue', header.tenderBidValue, (row) => row.tenderBidValue, { card: 'figure' }),
      column.money('tenderActualValue', header.tenderActualValue, (row) => row.tenderActualValue, { keep: 'middle' }),
      column.date('actualStartDate', header.actualStartDate, (row) => row.actualStartDate, { keep: 'wide' }),
      column.date('actualEndDate', header.actualEndDate, (row) => row.actualEndDate, { keep: 'wide' }),
    ],
    rowId: (row) => row.id,
    rowLabel: (row) => row.bidId,
    menu: (row) => [
      {
        label: t.contracts.addDeposit,
        to: `${deposits(row.id)}/create`,
        disabledReason: refusal(currentUser(), Module.CONTRACTS, 'create'),
      },
      { label: t.contracts.addDocs, to: documents(row.id) },
    ],
    emptyHint: t.contracts.emptyHint,
    loadError: t.contracts.fetchFailed,
  },
  get: {
    method: api.getContract,
    input: (id) => ({ id }),
    values: contractValues,
    version: (contract) => contract.version,
    title: (contract) => contract.contractName || contract.bidId,
    description: (contract) => (
      <RecordFacts createdAt={contract.createdAt} updatedAt={contract.updatedAt}>
        <StatusBadge meta={statusMeta(contract.status)} />
        <span>{contract.bidId}</span>
      </RecordFacts>
    ),
    actions: (contract) => (
      <>
        <Button variant="default" component={Link} to={deposits(contract.id)}>
          {t.contracts.securityDeposits}
        </Button>
        <Button variant="default" component={Link} to={documents(contract.id)}>
          {t.contracts.supportingDocs}
        </Button>
        <ContractProject contract={contract} />
      </>
    ),
    panels: ({ id }) => [
      {
        id: 'timeline',
        title: t.contracts.timeline,
        content: <ContractTimeline contractId={id} />,
      },
      {
        id: 'documents',
        title: t.contracts.supportingDocs,
        content: <RecordDocuments entityType="CONTRACT" entityId={id} module={Module.CONTRACTS} to={documents(id)} />,
      },
    ],
    failed: t.contracts.fetchOneFailed,
    history: 'contract',
  },
  create: {
    method: api.createContract,
    input: (values) => ({ contract: contractMessage(values) }),
    saved: t.contracts.created,
  },
  update: {
    method: api.updateContract,
    input: (values, id, version) => ({ id, contract: contractMessage(values, version) }),
    saved: t.contracts.updated,
  },
  remove: {
    method: api.deleteContract,
    input: (row) => ({ id: row.id }),
    title: (row) => t.contracts.deleteTitle(row.bidId),
    question: t.contracts.deleteQuestion,
    removed: t.contracts.deleted,
    failed: t.contracts.deleteFailed,
    kind: 'CONTRACT',
  },
  form: {
    initial: initialContract,
    sections: contractSections,
    fieldPrefix: 'contract.',
    saveFailed: t.contracts.saveFailed,
  },
});
