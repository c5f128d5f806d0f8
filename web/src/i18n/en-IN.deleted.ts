const list = new Intl.ListFormat('en-IN');

/** What is said of a deletion: what goes along with it, and that it can be undone. */
export const deletedIN = {
  deleted: {
    along: {
      all: (parts: readonly string[]) => list.format(parts),
      goes: (parts: readonly string[]) => `Goes along: ${list.format(parts)}.`,
      stillOut: (amount: string) => `${amount} is still out.`,
      nothing: 'Nothing else goes along.',
      loading: 'Looking up what goes along…',
      failed: 'What goes along can’t be looked up now.',
      kept: 'You can undo it right afterwards, and bring it back from Deleted for 30 days.',
      deposits: (n: string, one: boolean, amount: string) =>
        one ? `1 deposit of ${amount}` : `${n} deposits of ${amount}`,
      tasks: (n: string, one: boolean) => (one ? '1 task' : `${n} tasks`),
      documents: (n: string, one: boolean) => (one ? '1 document' : `${n} documents`),
    },
    list: 'Deleted',
    restore: 'Bring it back',
    toast: {
      undo: 'Undo',
      undoing: 'Bringing it back…',
      undone: 'Brought back.',
      failed: 'It could not be brought back. Please try again.',
    },
  },
};
