import { describe, expect, it } from 'vitest';
import { SecurityDeposit_Status } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { depositMessage, depositSections, initialDeposit } from './deposit-form';
import { DEPOSIT_STATUS_NAMES } from './names';
import { depositStatusMeta, depositStatusName } from './status';

// Spec: S4.deposit.statuses
it('every status of the wire has a name and a look', () => {
  const values = Object.values(SecurityDeposit_Status).filter((value) => typeof value === 'number' && value !== 0);
  const names = values.map((value) => depositStatusName(value as SecurityDeposit_Status));
  expect(new Set(names)).toEqual(new Set(DEPOSIT_STATUS_NAMES));
  expect(values.every((value) => depositStatusMeta(value as SecurityDeposit_Status)?.label)).toBe(true);
  expect(depositStatusMeta(SecurityDeposit_Status.STATUS_UNSPECIFIED)).toBeUndefined();
});

describe('the deposit form', () => {
  it('holds every field of a deposit that is not the server’s', () => {
    const names = depositSections('edit').flatMap(({ fields }) => fields.map(({ name }) => name));
    // What the form knows of itself has no field.
    const { filledReturned, filledOwn, ...fields } = initialDeposit;
    expect([filledReturned, filledOwn]).toEqual(['', '']);
    expect(new Set(names)).toEqual(new Set(Object.keys(fields)));
  });

  it('sends what was typed without the spaces around it, and nothing for what is empty', () => {
    const sent = depositMessage({ ...initialDeposit, depositType: ' EMD ', amount: 100n, bankName: '  ' }, 3n);
    expect(sent).toMatchObject({ depositType: 'EMD', amount: { paise: 100n }, bankName: '', version: 3n });
    expect(sent.status).toBe(SecurityDeposit_Status.SUBMITTED);
    expect(sent.depositCreatedDate).toBeUndefined();
  });
});
