import { describe, expect, it } from 'vitest';
import { addressOf } from './address';

const at = { id: '1', title: 'BG 7.pdf', ownerId: '9', ownerType: '', ownerContractId: '5' };

describe('a record', () => {
  it.each([
    ['CONTRACT', '/contracts/1'],
    ['DEPOSIT', '/contracts/9/security-deposit/1'],
    ['PROJECT', '/projects/1'],
    ['TASK', '/project-tasks/1'],
    ['USER', '/admin/users/1'],
  ] as const)('of kind %s is at %s', (kind, address) => {
    expect(addressOf(kind, at)).toBe(address);
  });

  it.each([
    ['CONTRACT', '/contracts/9/supporting-docs?fileName=BG+7.pdf'],
    ['DEPOSIT', '/contracts/5/security-deposit/9/documents?fileName=BG+7.pdf'],
    ['PROJECT', '/projects/9/documents?fileName=BG+7.pdf'],
    ['TASK', '/project-tasks/9/documents?fileName=BG+7.pdf'],
    ['VEHICLE', '/vehicles?fileName=BG+7.pdf'],
    ['VEHICLE_INSURANCE', '/vehicle-insurance?fileName=BG+7.pdf'],
    ['PAYMENT', '/payments?fileName=BG+7.pdf'],
  ])('as a document of a %s is at %s', (ownerType, address) => {
    expect(addressOf('DOCUMENT', { ...at, ownerType })).toBe(address);
  });
});
