/** What the list of deleted records says; it travels with the list and not with the application. */
export const deletedListIN = {
  deletedList: {
    title: 'Deleted',
    lead: 'A record comes back with everything that was deleted along with it, for 30 days.',
    noun: ['deleted record', 'deleted records'],
    fetchFailed: 'The deleted records could not be loaded.',
    empty: 'Nothing was deleted in the last 30 days',
    emptyHint: 'Records that you may delete are listed here when they are deleted.',
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
    kinds: { CONTRACT: 'Contract', DEPOSIT: 'Deposit', PROJECT: 'Project', TASK: 'Task', DOCUMENT: 'Document' },
    unnamed: 'Without a number',
    parentDeleted: (name: string) => `${name} (deleted)`,
    first: (kind: string, name: string) => `First bring back the ${kind} ${name}.`,
    restore: 'Bring back',
    restoreOf: (name: string) => `Bring back ${name}`,
    restored: (name: string) => `${name} is back.`,
    open: 'Open it',
  },
} as const;
