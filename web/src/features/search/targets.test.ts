import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { SearchGroup_Kind, SearchHitSchema } from '@/gen/nirmaan/common/v1/search_service_pb';
import { kindOf, targetOf } from './targets';

describe('what was found', () => {
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
