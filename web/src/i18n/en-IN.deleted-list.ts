import { inASentence } from './in-a-sentence';

/** What the list of deleted records says; it travels with the list and not with the application. */
export const deletedListIN = {
  deletedList: {
    title: 'Deleted',
    lead: 'For 30 days a record can be brought back, with everything that was deleted along with it.',
    noun: ['deleted record', 'deleted records'],
    fetchFailed: 'The deleted records could not be loaded.',
    empty: 'Nothing to bring back',
    emptyHint: 'What is deleted stands here for 30 days, if you may view and delete such records.',
    columns: {
      name: 'Record',
      kind: 'Kind',
      parent: 'Belonged to',
      along: 'Deleted along with it',
      deletedAt: 'Deleted',
      deletedBy: 'Deleted by',
      until: 'Kept until',
    },
    filters: { kind: 'Kind', name: 'Name', from: 'Deleted from', to: 'Deleted to' },
    depositOf: (amount: string) => `Deposit of ${amount}`,
    parentDeleted: (name: string) => `${name} (deleted)`,
    first: (kind: string, name: string) => `First bring back the ${[inASentence(kind), name].join(' ').trim()}.`,
    goneForGood: (name: string) => `It can’t be brought back: ${name} is gone for good.`,
    restore: 'Bring back',
    restoreOf: (name: string) => `Bring back ${name}`,
    restored: (name: string) => `${name} is back.`,
    open: 'Open it',
  },
} as const;
