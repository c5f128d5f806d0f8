import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Contract, Contract_Status, type ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { t } from '@/i18n/t';
import { each } from '@/kit/form/each';
import type { Mode, Section } from '@/kit/form/fields';
import { dayFields, outOfOrder, veryLarge, warnings } from '@/kit/form/warnings';
import { dateOfIso, isoOfDate } from '@/kit/format';
import { today } from '@/kit/timeline/days';
import { bidLink } from '@/shared/bid/bid-link';
import { STATUS_OPTIONS, type StatusName, statusName } from './status';

const DATES = [
  'openingDate',
  'closingDate',
  'resultDate',
  'draftingDate',
  'awardedDate',
  'agreementDate',
  'submittedPaymentDate',
  'givenStartDate',
  'givenEndDate',
  'actualStartDate',
  'actualEndDate',
] as const;

const TEXTS = [
  'bidId',
  'contractName',
  'referenceNo',
  'description',
  'contractType',
  'terminationReason',
  'licenseId',
  'licenseHolderName',
  'licenseNo',
  'comments',
] as const;

const AMOUNTS = ['paperCost', 'tenderActualValue', 'tenderBidValue'] as const;

/** The values of the contract form. */
export type ContractValues = Record<(typeof DATES)[number] | (typeof TEXTS)[number], string> &
  Record<(typeof AMOUNTS)[number], bigint | null> & {
    status: StatusName;
    tenderBidPercentage: number | null;
    extensionCount: number | null;
    contractMetadata: string;
  };

/** What a new contract starts from. */
export const initialContract: ContractValues = {
  ...each(DATES, () => ''),
  ...each(TEXTS, () => ''),
  ...each(AMOUNTS, () => null),
  status: 'DRAFT',
  tenderBidPercentage: null,
  extensionCount: null,
  contractMetadata: '',
};

/** A contract as the form holds it. */
export function contractValues(contract: Contract): ContractValues {
  return {
    ...each(DATES, (name) => isoOfDate(contract[name])),
    ...each(TEXTS, (name) => contract[name]),
    ...each(AMOUNTS, (name) => contract[name]?.paise ?? null),
    status: statusName(contract.status) ?? 'DRAFT',
    tenderBidPercentage: contract.tenderBidPercentage ?? null,
    extensionCount: contract.extensionCount,
    contractMetadata: contract.contractMetadata?.json ?? '',
  };
}

/** What the form holds as a contract for the wire. */
export function contractMessage(values: ContractValues, version = 0n): MessageInitShape<typeof ContractSchema> {
  const json = values.contractMetadata.trim();
  return {
    ...each(DATES, (name) => dateOfIso(values[name])),
    ...each(TEXTS, (name) => values[name].trim()),
    ...each(AMOUNTS, (name) => (values[name] === null ? undefined : { paise: values[name] })),
    status: Contract_Status[values.status],
    tenderBidPercentage: values.tenderBidPercentage ?? undefined,
    extensionCount: values.extensionCount ?? 0,
    contractMetadata: json ? { json } : undefined,
    version,
  };
}

const label = t.contracts.fields;
const { help } = t.contracts;

/** Days in the order in which they usually come. */
const ORDERS = [
  ['openingDate', 'closingDate', 'resultDate', 'awardedDate', 'agreementDate', 'givenStartDate', 'givenEndDate'],
  ['actualStartDate', 'actualEndDate'],
] as const;

const date = dayFields<(typeof DATES)[number]>(ORDERS, label);

/** A day of the tender, with what happens on it. */
const milestone = (name: Extract<(typeof DATES)[number], keyof typeof help>) => ({ ...date(name), help: help[name] });

/** The last day for bids, which of a new draft is usually still to come. */
const closingDate = (mode: Mode) =>
  ({
    ...milestone('closingDate'),
    warn: (all: ContractValues) =>
      warnings(
        outOfOrder('closingDate', all, ORDERS, label),
        mode === 'create' && all.status === 'DRAFT' && all.closingDate && all.closingDate < today()
          ? t.contracts.closed
          : undefined,
      ),
  }) as const;

const amount = (name: (typeof AMOUNTS)[number]) =>
  ({
    name,
    label: label[name],
    kind: 'money',
    help: help[name],
    warn: (all: ContractValues) => veryLarge(label[name], all[name]),
  }) as const;

const bid = bidLink<ContractValues>({
  read: (values) => ({
    actual: values.tenderActualValue,
    bid: values.tenderBidValue,
    percentage: values.tenderBidPercentage,
  }),
  bid: (tenderBidValue) => ({ tenderBidValue }),
  percentage: (tenderBidPercentage) => ({ tenderBidPercentage }),
});

const METADATA_BYTES = 16 * 1024;

const sectionsFor = (mode: Mode): readonly Section<ContractValues>[] => [
  {
    id: 'tender',
    title: t.contracts.sections.tender,
    fields: [
      {
        name: 'bidId',
        label: label.bidId,
        kind: 'text',
        required: t.form.required(label.bidId),
        help: help.bidId,
        copy: true,
      },
      {
        name: 'contractName',
        label: label.contractName,
        kind: 'text',
        required: t.form.required(label.contractName),
        help: help.contractName,
        span: 2,
      },
      { name: 'referenceNo', label: label.referenceNo, kind: 'text', copy: true },
      {
        name: 'contractType',
        label: label.contractType,
        kind: 'suggest',
        suggestions: t.contracts.types,
      },
      { name: 'status', label: label.status, kind: 'select', options: STATUS_OPTIONS },
      { name: 'description', label: label.description, kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'value',
    title: t.contracts.sections.value,
    fields: [
      { ...amount('tenderActualValue'), linked: 'bid', onEdit: bid.afterActualValue },
      {
        name: 'tenderBidPercentage',
        label: label.tenderBidPercentage,
        kind: 'percent',
        nonNumeric: 'zero',
        help: help.tenderBidPercentage,
        linked: 'bid',
        onEdit: bid.afterPercentage,
      },
      { ...amount('tenderBidValue'), nonNumeric: 'zero', linked: 'bid', onEdit: bid.afterBidValue },
      amount('paperCost'),
    ],
  },
  {
    id: 'milestones',
    title: t.contracts.sections.milestones,
    fields: [
      milestone('openingDate'),
      closingDate(mode),
      milestone('resultDate'),
      milestone('draftingDate'),
      milestone('awardedDate'),
      milestone('agreementDate'),
      milestone('submittedPaymentDate'),
    ],
  },
  {
    id: 'execution',
    title: t.contracts.sections.execution,
    fields: [
      date('givenStartDate'),
      date('givenEndDate'),
      { name: 'extensionCount', label: label.extensionCount, kind: 'integer', min: 0, max: 1000 },
      date('actualStartDate'),
      date('actualEndDate'),
      { name: 'terminationReason', label: label.terminationReason, kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'licence',
    title: t.contracts.sections.licence,
    fields: [
      { name: 'licenseHolderName', label: label.licenseHolderName, linked: 'licence', kind: 'text' },
      { name: 'licenseNo', label: label.licenseNo, linked: 'licence', kind: 'text', copy: true },
      { name: 'licenseId', label: label.licenseId, linked: 'licence', kind: 'text', copy: true },
    ],
  },
  {
    id: 'notes',
    title: t.contracts.sections.notes,
    fields: [
      { name: 'comments', label: label.comments, kind: 'textarea', span: 3 },
      {
        name: 'contractMetadata',
        label: label.contractMetadata,
        kind: 'json',
        maxBytes: METADATA_BYTES,
        help: help.contractMetadata,
        span: 3,
      },
    ],
  },
];

const newSections = sectionsFor('create');
const sections = sectionsFor('edit');

/** The contract form: every field of a contract that is not the server's own, in six sections. */
export const contractSections = (mode: Mode): readonly Section<ContractValues>[] =>
  mode === 'create' ? newSections : sections;
