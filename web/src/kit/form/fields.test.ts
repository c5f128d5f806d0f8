import { expect, test } from 'vitest';
import { ContractSchema } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { anySections, type FieldValue, type Section } from './fields';
import { problems } from './rules';

interface Values {
  bidId: string;
  comments: string;
  contractName: string;
}

const declared: readonly Section<Values>[] = [
  {
    id: 'all',
    title: 'All',
    fields: [
      { name: 'bidId', label: 'Bid ID', kind: 'text' },
      { name: 'comments', label: 'Comments', kind: 'textarea' },
      { name: 'contractName', label: 'Contract name', kind: 'text', maxLength: 5 },
    ],
  },
];

const found = (sections: ReturnType<typeof anySections>, values: Record<string, FieldValue>) =>
  problems(sections, { bidId: '', comments: '', contractName: '', ...values }, {});

test('a text is as long as the protocol says, where the form doesn’t say otherwise', () => {
  const sections = anySections(declared, ContractSchema);
  expect(found(sections, { bidId: 'x'.repeat(64), comments: 'x'.repeat(4000), contractName: 'x'.repeat(5) })).toEqual(
    {},
  );
  expect(found(sections, { bidId: 'x'.repeat(65), comments: 'x'.repeat(4001), contractName: 'x'.repeat(6) })).toEqual({
    bidId: 'Bid ID must have at most 64 characters.',
    comments: 'Comments must have at most 4000 characters.',
    contractName: 'Contract name must have at most 5 characters.',
  });
  // One character, whatever it takes in memory.
  expect(found(sections, { bidId: '🏗'.repeat(64) })).toEqual({});
});

test('a form of no message has the limits that it says', () => {
  expect(found(anySections(declared), { bidId: 'x'.repeat(65) })).toEqual({});
});
