import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { SearchGroup_Kind, SearchHitSchema } from '@/gen/nirmaan/common/v1/search_service_pb';
import { addressOf, kindOf, targetOf } from './targets';

const at = { id: '1', title: 'BG 7.pdf', ownerId: '9', ownerType: '', ownerContractId: '5' };

describe('what was found', () => {
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

  it('says its status in words', () => {
    const hit = create(SearchHitSchema, { id: '1', title: 'Road', detail: 'B-1', status: 'WORK_IN_PROGRESS' });
    expect(targetOf('CONTRACT', hit)).toEqual({
      kind: 'CONTRACT',
      title: 'Road',
      detail: 'B-1',
      status: 'Work in progress',
      to: '/contracts/1',
    });
    expect(targetOf('USER', create(SearchHitSchema, {})).status).toBe('');
  });

  it('of a kind that is not known is left out', () => {
    expect(kindOf(SearchGroup_Kind.DEPOSIT)).toBe('DEPOSIT');
    expect(kindOf(SearchGroup_Kind.KIND_UNSPECIFIED)).toBeUndefined();
  });
});
