import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Transport } from '@connectrpc/connect';
import { callUnaryMethod } from '@connectrpc/connect-query';
import { type Contract, Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { type Project, Project_Status, type ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { t } from '@/i18n/projects';
import { each } from '@/kit/form/each';
import type { Section } from '@/kit/form/fields';
import { dayFields, veryLarge } from '@/kit/form/warnings';
import { dateOfIso, isoOfDate } from '@/kit/format';
import { bidLink } from '@/shared/bid/bid-link';
import type { Prefilled } from '@/shared/screens/record';
import { PROJECT_STATUS_CHOICES, type ProjectStatusName, projectStatusName } from './status';

const DATES = ['givenStartDate', 'givenEndDate', 'actualStartDate', 'actualEndDate', 'extensionDate'] as const;

const TEXTS = [
  'contractBidId',
  'projectName',
  'description',
  'projectType',
  'licenseId',
  'licenseHolderName',
  'licenseNo',
  'terminationReason',
  'comment',
] as const;

const AMOUNTS = ['projectActualValue', 'projectBidValue'] as const;

/** The values of the project form. */
export type ProjectValues = Record<(typeof DATES)[number] | (typeof TEXTS)[number], string> &
  Record<(typeof AMOUNTS)[number], bigint | null> & {
    /** Not a field: the contract that the project belongs to; empty for none. */
    contractId: string;
    status: ProjectStatusName;
    projectBidPercentage: number | null;
    extensionCount: number | null;
  };

/** What a new project starts from. */
export const initialProject: ProjectValues = {
  ...each(DATES, () => ''),
  ...each(TEXTS, () => ''),
  ...each(AMOUNTS, () => null),
  contractId: '',
  status: 'DRAFT',
  projectBidPercentage: null,
  extensionCount: null,
};

/** A project as the form holds it. */
export function projectValues(project: Project): ProjectValues {
  return {
    ...each(DATES, (name) => isoOfDate(project[name])),
    ...each(TEXTS, (name) => project[name]),
    ...each(AMOUNTS, (name) => project[name]?.paise ?? null),
    contractId: project.contractId,
    status: projectStatusName(project.status) ?? 'DRAFT',
    projectBidPercentage: project.projectBidPercentage ?? null,
    extensionCount: project.extensionCount,
  };
}

/** What the form holds as a project for the wire. */
export function projectMessage(values: ProjectValues, version = 0n): MessageInitShape<typeof ProjectSchema> {
  return {
    ...each(DATES, (name) => dateOfIso(values[name])),
    ...each(TEXTS, (name) => values[name].trim()),
    ...each(AMOUNTS, (name) => (values[name] === null ? undefined : { paise: values[name] })),
    contractId: values.contractId,
    status: Project_Status[values.status],
    projectBidPercentage: values.projectBidPercentage ?? undefined,
    extensionCount: values.extensionCount ?? 0,
    version,
  };
}

/** What a project takes over from the contract that it is created from. */
export function valuesOfContract(contract: Contract): Partial<ProjectValues> {
  return {
    contractId: contract.id,
    contractBidId: contract.bidId,
    projectName: contract.contractName,
    description: contract.description,
    projectType: contract.contractType,
    status: 'INITIATED',
    projectActualValue: contract.tenderActualValue?.paise ?? null,
    projectBidValue: contract.tenderBidValue?.paise ?? null,
    projectBidPercentage: contract.tenderBidPercentage ?? null,
    licenseId: contract.licenseId,
    licenseHolderName: contract.licenseHolderName,
    licenseNo: contract.licenseNo,
    ...each(['givenStartDate', 'givenEndDate', 'actualStartDate', 'actualEndDate'], (name) =>
      isoOfDate(contract[name]),
    ),
    extensionCount: contract.extensionCount,
  };
}

/** Reads the contract that the address names, if it names one. */
export async function prefillProject(
  transport: Transport,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<Prefilled<ProjectValues>> {
  const id = search.get('contractId');
  if (!id) return { values: {} };
  const contract = await callUnaryMethod(transport, ContractService.method.getContract, { id }, { signal });
  return { values: valuesOfContract(contract), forbidden: unfit(contract) };
}

function unfit({ status, isProjectCreated }: Contract): string | undefined {
  if (isProjectCreated) return t.projects.exists;
  return status === Contract_Status.AWARDED ? undefined : t.projects.notAwarded;
}

const label = t.projects.fields;
const { help } = t.projects;

/** Days in the order in which they usually come. */
const ORDERS = [
  ['givenStartDate', 'givenEndDate', 'extensionDate'],
  ['actualStartDate', 'actualEndDate'],
] as const;

const date = dayFields<(typeof DATES)[number]>(ORDERS, label);

const amount = (name: (typeof AMOUNTS)[number]) =>
  ({
    name,
    label: label[name],
    kind: 'money',
    help: help[name],
    warn: (all: ProjectValues) => veryLarge(label[name], all[name]),
  }) as const;

const bid = bidLink<ProjectValues>({
  read: (values) => ({
    actual: values.projectActualValue,
    bid: values.projectBidValue,
    percentage: values.projectBidPercentage,
  }),
  bid: (projectBidValue) => ({ projectBidValue }),
  percentage: (projectBidPercentage) => ({ projectBidPercentage }),
});

/** The project form: every field of a project that is not the server's own, in five sections. */
export const projectSections: readonly Section<ProjectValues>[] = [
  {
    id: 'project',
    title: t.projects.sections.project,
    fields: [
      {
        name: 'projectName',
        label: label.projectName,
        kind: 'text',
        required: t.form.required(label.projectName),
        help: help.projectName,
        span: 2,
      },
      { name: 'status', label: label.status, kind: 'select', options: PROJECT_STATUS_CHOICES },
      {
        name: 'contractBidId',
        label: label.contractBidId,
        kind: 'text',
        help: help.contractBidId,
        locked: ({ contractId }) => (contractId ? t.projects.fromContract : undefined),
        copy: true,
      },
      {
        name: 'projectType',
        label: label.projectType,
        kind: 'suggest',
        suggestions: t.projects.types,
      },
      { name: 'description', label: label.description, kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'value',
    title: t.projects.sections.value,
    fields: [
      { ...amount('projectActualValue'), linked: 'bid', onEdit: bid.afterActualValue },
      {
        name: 'projectBidPercentage',
        label: label.projectBidPercentage,
        kind: 'percent',
        nonNumeric: 'zero',
        help: help.projectBidPercentage,
        linked: 'bid',
        onEdit: bid.afterPercentage,
      },
      { ...amount('projectBidValue'), nonNumeric: 'zero', linked: 'bid', onEdit: bid.afterBidValue },
    ],
  },
  {
    id: 'dates',
    title: t.projects.sections.dates,
    fields: [
      date('givenStartDate'),
      date('givenEndDate'),
      { name: 'extensionCount', label: label.extensionCount, linked: 'extension', kind: 'integer', min: 0, max: 1000 },
      date('actualStartDate'),
      date('actualEndDate'),
      { ...date('extensionDate'), linked: 'extension' },
    ],
  },
  {
    id: 'licence',
    title: t.projects.sections.licence,
    fields: [
      { name: 'licenseHolderName', label: label.licenseHolderName, linked: 'licence', kind: 'text' },
      { name: 'licenseNo', label: label.licenseNo, linked: 'licence', kind: 'text', copy: true },
      { name: 'licenseId', label: label.licenseId, linked: 'licence', kind: 'text', copy: true },
    ],
  },
  {
    id: 'notes',
    title: t.projects.sections.notes,
    fields: [
      { name: 'terminationReason', label: label.terminationReason, kind: 'textarea', span: 3 },
      { name: 'comment', label: label.comment, kind: 'textarea', span: 3 },
    ],
  },
];
