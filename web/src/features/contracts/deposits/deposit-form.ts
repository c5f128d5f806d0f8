import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type SecurityDeposit,
  SecurityDeposit_Status,
  type SecurityDepositSchema,
} from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import { codeText } from '@/kit/code-text';
import { each } from '@/kit/form/each';
import type { Mode, Section } from '@/kit/form/fields';
import { dayFields, veryLarge, warnings } from '@/kit/form/warnings';
import { dateOfIso, isoOfDate } from '@/kit/format';
import { today } from '@/kit/timeline/days';
import { dayMissing, daysBack } from './days-back';
import { EarnestMoneyShare } from './EarnestMoneyShare';
import { FilledDays } from './FilledDays';
import type { DepositStatusName } from './names';
import { SameInstrument } from './SameInstrument';
import { DEPOSIT_STATUS_OPTIONS, depositStatusName, NEW_DEPOSIT_STATUS_OPTIONS } from './status';

const DATES = [
  'depositCreatedDate',
  'depositSubmittedDate',
  'depositReturnedDate',
  'depositTransferredOwnAccountDate',
] as const;

const TEXTS = [
  'depositType',
  'instrumentNo',
  'bankAccountNo',
  'bankName',
  'accountHolderName',
  'bankAddress',
  'comment',
] as const;

/** The values of the deposit form. */
export type DepositValues = Record<(typeof DATES)[number] | (typeof TEXTS)[number], string> & {
  status: DepositStatusName;
  amount: bigint | null;
  /** The day on which it came back, and the one on which its money did, where the form itself filled them in. */
  filledReturned: string;
  filledOwn: string;
};

const NOTHING_FILLED = { filledReturned: '', filledOwn: '' };

/** What a new deposit starts from. */
export const initialDeposit: DepositValues = {
  ...each(DATES, () => ''),
  ...each(TEXTS, () => ''),
  ...NOTHING_FILLED,
  amount: null,
  status: 'SUBMITTED',
};

/** A deposit as the form holds it. */
export function depositValues(deposit: SecurityDeposit): DepositValues {
  return {
    ...each(DATES, (name) => isoOfDate(deposit[name])),
    ...each(TEXTS, (name) => deposit[name]),
    ...NOTHING_FILLED,
    amount: deposit.amount?.paise ?? null,
    status: depositStatusName(deposit.status) ?? 'SUBMITTED',
  };
}

/** What the form holds as a deposit for the wire. */
export function depositMessage(values: DepositValues, version = 0n): MessageInitShape<typeof SecurityDepositSchema> {
  return {
    ...each(DATES, (name) => dateOfIso(values[name])),
    ...each(TEXTS, (name) => values[name].trim()),
    amount: values.amount === null ? undefined : { paise: values.amount },
    status: SecurityDeposit_Status[values.status],
    version,
  };
}

const label = t.deposits.fields;
const { help } = t.deposits;

/** The days as sentences name them. */
const inWords = { ...label, depositTransferredOwnAccountDate: t.deposits.transfer };

// They are in the order in which they usually come.
const day = dayFields<(typeof DATES)[number]>([DATES], inWords);

const date = <K extends (typeof DATES)[number]>(name: K) => ({ ...day(name), label: label[name], help: help[name] });

/** The day on which the authority gave it back, without which it doesn't count as having come back. */
const returnedDate = {
  ...date('depositReturnedDate'),
  linked: 'back',
  warn: (all: DepositValues) => warnings(dayMissing(all), day('depositReturnedDate').warn(all)),
  onEdit: () => ({ filledReturned: '' }),
} as const;

const ownAccountDate = {
  ...date('depositTransferredOwnAccountDate'),
  linked: 'back',
  onEdit: () => ({ filledOwn: '' }),
} as const;

const sectionsFor = (statuses: typeof DEPOSIT_STATUS_OPTIONS): readonly Section<DepositValues>[] => [
  {
    id: 'deposit',
    title: t.deposits.sections.deposit,
    fields: [
      {
        name: 'depositType',
        label: label.depositType,
        kind: 'suggest',
        suggestions: t.deposits.types,
        required: t.form.required(label.depositType),
        help: help.depositType,
        say: codeText,
      },
      {
        name: 'instrumentNo',
        label: label.instrumentNo,
        kind: 'text',
        required: t.form.required(label.instrumentNo),
        help: help.instrumentNo,
        copy: true,
        Beside: SameInstrument,
      },
      {
        name: 'amount',
        label: label.amount,
        kind: 'money',
        required: t.form.required(label.amount),
        help: help.amount,
        validate: (amount) => (amount !== null && amount <= 0n ? t.deposits.amountRule : undefined),
        warn: ({ amount }) => veryLarge(label.amount, amount),
        Beside: EarnestMoneyShare,
      },
      {
        name: 'status',
        label: label.status,
        kind: 'select',
        options: statuses,
        linked: 'back',
        onEdit: (status, all) => daysBack(status, today(), all),
        Beside: FilledDays,
      },
    ],
  },
  {
    id: 'dates',
    title: t.deposits.sections.dates,
    fields: [date('depositCreatedDate'), date('depositSubmittedDate'), returnedDate, ownAccountDate],
  },
  {
    id: 'bank',
    title: t.deposits.sections.bank,
    fields: [
      { name: 'bankName', label: label.bankName, linked: 'account', kind: 'text' },
      { name: 'bankAccountNo', label: label.bankAccountNo, linked: 'account', kind: 'text', copy: true },
      { name: 'accountHolderName', label: label.accountHolderName, linked: 'account', kind: 'text' },
      { name: 'bankAddress', label: label.bankAddress, linked: 'account', kind: 'textarea', span: 3 },
    ],
  },
  {
    id: 'notes',
    title: t.deposits.sections.notes,
    fields: [{ name: 'comment', label: label.comment, kind: 'textarea', span: 3 }],
  },
];

const newSections = sectionsFor(NEW_DEPOSIT_STATUS_OPTIONS);
const sections = sectionsFor(DEPOSIT_STATUS_OPTIONS);

/** The deposit form: every field of a deposit that is not the server's own. */
export const depositSections = (mode: Mode): readonly Section<DepositValues>[] =>
  mode === 'create' ? newSections : sections;
