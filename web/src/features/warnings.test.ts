import { readFileSync } from 'node:fs';
import type { DescMessage } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { SecurityDepositSchema } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { ProjectSchema } from '@/gen/nirmaan/projects/v1/project_pb';
import { t } from '@/i18n/deposits';
import type { Mode, Section } from '@/kit/form/fields';
import { contractSections, initialContract } from './contracts/contract-form';
import { depositSections, initialDeposit } from './contracts/deposits/deposit-form';
import { emdWarning } from './contracts/deposits/earnest-money';
import { initialProject, projectSections } from './projects/project-form';
import { taskSections } from './tasks/task-form';
import { initialTask } from './tasks/task-values';

interface Case {
  isNew?: boolean;
  values: Readonly<Record<string, string | number | boolean>>;
  warnings: readonly [field: string, message: string][];
}

/** What the server's rules are held to, too. */
const cases: Readonly<Record<'contract' | 'deposit' | 'instrument' | 'project' | 'task', readonly Case[]>> = JSON.parse(
  readFileSync(new URL('../../../crates/nirmaan-services/src/warnings/cases.json', import.meta.url), 'utf8'),
);

/** What of a task is counted otherwise than in paise. */
const NUMBERS = ['estimatedQuantity', 'actualQuantity', 'progress', 'storedProgress'];

/** A form's value: amounts of the cases are paise. */
const value = (name: string, of: string | number | boolean) =>
  typeof of === 'number' && !NUMBERS.includes(name) ? BigInt(of) : of;

/** The names that JSON has for the fields of a message, some of which are misspelt, as forms have them. */
const localNames = (message: DescMessage) =>
  Object.fromEntries(message.fields.map(({ jsonName, localName }) => [jsonName, localName]));

/** What a form says beside its fields of the values of a case. */
function said<V extends object>(sections: readonly Section<V>[], initial: V, { values }: Case, message?: DescMessage) {
  const names = message ? localNames(message) : {};
  const all = Object.assign({}, initial);
  for (const [name, of] of Object.entries(values)) Object.assign(all, { [names[name] ?? name]: value(name, of) });
  return sections
    .flatMap(({ fields }) => fields)
    .flatMap(({ name, warn }) => {
      const warning = warn?.(all);
      return warning ? [[name, warning]] : [];
    })
    .sort();
}

/** What a case says, each field once. */
function expected({ warnings }: Case, message?: DescMessage) {
  const names = message ? localNames(message) : {};
  const fields = new Map<string, string[]>();
  for (const [field, sentence] of warnings) {
    const name = names[field] ?? field;
    fields.set(name, [...(fields.get(name) ?? []), sentence]);
  }
  return [...fields].map(([name, sentences]) => [name, sentences.join(' ')]).sort();
}

const mode = ({ isNew }: Case): Mode => (isNew ? 'create' : 'edit');

describe('the forms warn of what the server warns of', () => {
  beforeAll(() => {
    vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00+05:30'), toFake: ['Date'] });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it.each(cases.contract)('of a contract: $values', (one) => {
    expect(said(contractSections(mode(one)), initialContract, one, ContractSchema)).toEqual(
      expected(one, ContractSchema),
    );
  });

  it.each(cases.deposit)('of a deposit: $values', (one) => {
    const { tenderValue, ...values } = one.values;
    const amount = values.amount === undefined ? null : BigInt(values.amount);
    const tender = tenderValue === undefined ? undefined : BigInt(tenderValue);
    const emd = emdWarning(String(values.depositType ?? ''), amount, tender);
    const found = said(depositSections(mode(one)), initialDeposit, { ...one, values }, SecurityDepositSchema);
    // What needs the tender stands below the input, and the rest is its own.
    const both = found.map(([name, own]) => [name, name === 'amount' && emd ? `${own} ${emd}` : own]);
    const alone = emd && !found.some(([name]) => name === 'amount') ? [['amount', emd]] : [];
    expect([...both, ...alone].sort()).toEqual(expected(one, SecurityDepositSchema));
  });

  it.each(cases.instrument)('of an instrument: $values', ({ values, warnings }) => {
    const others = String(values.others).split(' ').filter(Boolean);
    const sentence = `${t.deposits.sameInstrument(others.length, Boolean(values.bankName))} ${others.join(', ')}.`;
    expect(others.length > 0 ? [['instrumentNo', sentence]] : []).toEqual(warnings);
  });

  it.each(cases.project)('of a project: $values', (one) => {
    expect(said(projectSections, initialProject, one, ProjectSchema)).toEqual(expected(one, ProjectSchema));
  });

  it.each(cases.task)('of a task: $values', (one) => {
    expect(said(taskSections(mode(one)), initialTask, one)).toEqual(expected(one));
  });
});
