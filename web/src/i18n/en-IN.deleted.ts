import { inASentence } from './in-a-sentence';

const list = new Intl.ListFormat('en-IN');

/** What is said of a deletion: what goes along with it, that it can be undone, and of a record that was deleted. */
export const deletedIN = {
  deleted: {
    along: {
      all: (parts: readonly string[]) => list.format(parts),
      goes: (parts: readonly string[]) => `Goes along: ${list.format(parts)}.`,
      stillOut: (amount: string) => `${amount} is still out.`,
      inTheirName: (parts: readonly string[]) => `In their name: ${list.format(parts)}.`,
      nothing: 'Nothing else goes along.',
      nothingOfUser: 'They have no roles.',
      loading: 'Looking up what goes along…',
      failed: 'What goes along can’t be looked up now.',
      kept: 'You can undo it right afterwards, and bring it back from Deleted for 30 days.',
      userKept:
        'They are signed out everywhere at once, and their app passwords end. You can undo the rest right afterwards, and bring them back from Deleted for 30 days.',
      deposits: (n: string, one: boolean, amount: string) =>
        one ? `1 deposit of ${amount}` : `${n} deposits of ${amount}`,
      tasks: (n: string, one: boolean) => (one ? '1 task' : `${n} tasks`),
      documents: (n: string, one: boolean) => (one ? '1 document' : `${n} documents`),
      roles: (n: string, one: boolean) => (one ? '1 role' : `${n} roles`),
      openTasks: (n: string, one: boolean) => (one ? '1 open task' : `${n} open tasks`),
      sharedViews: (n: string, one: boolean) => (one ? '1 shared view' : `${n} shared views`),
    },
    list: 'Deleted',
    restore: 'Bring it back',
    restoreUser: 'Bring them back',
    toast: {
      undo: 'Undo',
      undoing: 'Bringing it back…',
      undone: 'Brought back.',
      failed: 'It could not be brought back. Please try again.',
    },
    userToast: {
      undo: 'Undo',
      undoing: 'Bringing them back…',
      undone: 'Brought back.',
      failed: 'They could not be brought back. Please try again.',
    },
  },

  deletion: {
    kinds: {
      CONTRACT: 'Contract',
      DEPOSIT: 'Deposit',
      PROJECT: 'Project',
      TASK: 'Task',
      DOCUMENT: 'Document',
      USER: 'User',
    },
    record: 'This record',
    the: (kind: string) => `The ${inASentence(kind)}`,
    you: 'you',
    told: (what: string, who: string, instant: string) => `${what} was deleted${who && ` by ${who}`} on ${instant}.`,
    along: {
      CONTRACT: 'It was deleted along with its contract, and comes back with it.',
      PROJECT: 'It was deleted along with its project, and comes back with it.',
      TASK: 'It was deleted along with a task above it, and comes back with that.',
      IMPORT: 'The import that brought it was taken back. To have it again, import the file again.',
    },
    openAbove: {
      CONTRACT: 'Open the contract',
      PROJECT: 'Open the project',
      TASK: 'Open that task',
      IMPORT: 'Open the imports',
    },
    alongForGood: 'It was deleted along with another record more than 30 days ago, and can’t be brought back.',
    restorable: (instant: string) => `It can be brought back until ${instant}.`,
    userRestorable: (instant: string) => `They can be brought back, with their roles, until ${instant}.`,
  },
};
