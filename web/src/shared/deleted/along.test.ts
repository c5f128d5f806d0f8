import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { DeletionScopeSchema } from '@/gen/nirmaan/common/v1/deleted_service_pb';
import { goesAlong, inTheirName, stillOut } from './along';

const lakh = (n: bigint) => ({ paise: n * 1_00_000_00n });

const cases: [MessageInitShape<typeof DeletionScopeSchema>, string, string][] = [
  [{}, '', ''],
  [{ deposits: 1n, depositsAmount: lakh(2n), stillOut: lakh(0n) }, 'Goes along: 1 deposit of ₹2,00,000.', ''],
  [
    { deposits: 3n, depositsAmount: lakh(12n), stillOut: lakh(8n), documents: 1n },
    'Goes along: 3 deposits of ₹12,00,000 and 1 document.',
    '₹8,00,000 is still out.',
  ],
  [{ tasks: 1n }, 'Goes along: 1 task.', ''],
  [{ tasks: 1234n, documents: 2n }, 'Goes along: 1,234 tasks and 2 documents.', ''],
  // A deposit of its own.
  [{ stillOut: lakh(2n), documents: 2n }, 'Goes along: 2 documents.', '₹2,00,000 is still out.'],
];

test.each(cases)('what goes along, and what is still out, %#', (scope, along, out) => {
  const told = create(DeletionScopeSchema, scope);
  expect([goesAlong(told), stillOut(told)]).toEqual([along, out]);
});

test.each<[MessageInitShape<typeof DeletionScopeSchema>, string, string]>([
  [{}, '', ''],
  [{ roles: 1n, openTasks: 1n }, 'Goes along: 1 role.', 'In their name: 1 open task.'],
  [
    { roles: 2n, openTasks: 1_200n, sharedViews: 1n },
    'Goes along: 2 roles.',
    'In their name: 1,200 open tasks and 1 shared view.',
  ],
])('what goes along with a user, and what is in their name, %#', (scope, along, stays) => {
  const told = create(DeletionScopeSchema, scope);
  expect([goesAlong(told), inTheirName(told)]).toEqual([along, stays]);
});
