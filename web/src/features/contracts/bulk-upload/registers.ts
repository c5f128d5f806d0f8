import type { Transport } from '@connectrpc/connect';
import { callUnaryMethod } from '@connectrpc/connect-query';
import { ContractService, type FileContent } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { DepositImportService } from '@/gen/nirmaan/contracts/v1/deposit_import_service_pb';
import { ContractImport_Record } from '@/gen/nirmaan/contracts/v1/import_service_pb';
import { t } from '@/i18n/imports';

/** A kind of file that can be brought in, and all that is different between it and others. */
export interface Register {
  record: ContractImport_Record;
  words: (typeof t.registers)[keyof typeof t.registers];
  /** The address of its screen, and the screens above that. */
  path: string;
  breadcrumbs: readonly { readonly label: string; readonly to: string }[];
  /** Where its files are sent. */
  url: string;
  /** Fetches an empty workbook to fill in. */
  template: (transport: Transport) => Promise<{ readonly file?: FileContent }>;
  /** The fields that a column may hold, by their names in JSON, in the order of the choices. */
  fields: readonly string[];
  /** Whether one type may be chosen for all rows that name none. */
  hasType: boolean;
  /** The list of what it brings, and what leads there. */
  list: string;
  viewAll: string;
}

const ABOVE = { label: t.contracts.title, to: '/contracts' };
const DEPOSIT_LIST = '/contracts/contract-deposit';

/** Tenders: each row is a contract. */
export const CONTRACTS: Register = {
  record: ContractImport_Record.CONTRACT,
  words: t.registers.contracts,
  path: '/contracts/bulk-upload',
  breadcrumbs: [ABOVE],
  url: '/api/contracts/v2/bulk-upload',
  template: (transport) => callUnaryMethod(transport, ContractService.method.getBulkUploadTemplate, {}),
  fields: [
    'bidId',
    'referenceNo',
    'contractName',
    'contractType',
    'status',
    'paperCost',
    'tenderActualValue',
    'tenderBidValue',
    'tenderBidPercentage',
    'openingDate',
    'closingDate',
    'resultDate',
    'draftingDate',
    'submittedPaymentDate',
    'awardedDate',
    'aggreementDate',
    'givenStartDate',
    'givenEndDate',
    'actualStartDate',
    'actualEndDate',
    'extensionCoun',
    'licenseId',
    'licenseHolderName',
    'licenseNo',
    'description',
    'comments',
    'terminationReason',
    'contractMetadata',
  ],
  hasType: false,
  list: '/contracts/list',
  viewAll: t.contracts.viewAll,
};

/** Deposits: each row is one of a contract that is there. */
export const DEPOSITS: Register = {
  record: ContractImport_Record.DEPOSIT,
  words: t.registers.deposits,
  path: '/contracts/deposits/bulk-upload',
  breadcrumbs: [ABOVE, { label: t.contracts.contractDeposit, to: DEPOSIT_LIST }],
  url: '/api/contracts/deposits/bulk-upload',
  template: (transport) => callUnaryMethod(transport, DepositImportService.method.getDepositUploadTemplate, {}),
  fields: [
    'bidId',
    'depositType',
    'instrumentNo',
    'amount',
    'status',
    'depositCreatedDate',
    'depositSubmitedDate',
    'depositeReturnedDate',
    'depositTransferedOwnAcDate',
    'bankAccountNo',
    'bankName',
    'accountHolderName',
    'bankAddress',
    'comment',
  ],
  hasType: true,
  list: DEPOSIT_LIST,
  viewAll: t.registers.deposits.viewAll,
};

/** What an import brought. */
export const registerOf = (record: ContractImport_Record): Register =>
  record === ContractImport_Record.DEPOSIT ? DEPOSITS : CONTRACTS;

/** The list of what an import brought in. */
export const listOf = ({ list }: Register, importId: string): string => `${list}?importId=${importId}`;
