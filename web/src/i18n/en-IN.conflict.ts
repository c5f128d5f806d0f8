/** A list of labels at the end of a sentence; the last one may be an abbreviation. */
const closed = (labels: string) => (labels.endsWith('.') ? labels : `${labels}.`);

/** What forms say when their record was saved elsewhere meanwhile: by somebody else, or by oneself in another window. */
export const conflictIN = {
  conflict: {
    title: 'This record has changed',
    changed: (who: string, when: string) => `Last changed by ${who} at ${when}. Your changes are not saved.`,
    you: 'you in another window',
    another: 'another user',
    changedMeanwhile: 'This record was changed after you opened it. Your changes are not saved.',
    choose: 'Choose which to keep.',
    sides: {
      mine: 'Mine',
      theirs: 'Theirs',
      allMine: 'All mine',
      allTheirs: 'All theirs',
      both: 'Where you both changed the same, choose which to keep.',
      perhaps: 'They may have changed this as well.',
    },
    windows: {
      mine: 'This window',
      theirs: 'The other window',
      allMine: 'All from this window',
      allTheirs: 'All from the other window',
      both: 'Where both windows changed the same, choose which to keep.',
      perhaps: 'It may have changed in the other window as well.',
    },
    yourChanges: 'Your changes',
    asStored: 'As saved now',
    choicesLeft: (n: number) => (n === 1 ? '1 choice to make' : `${n} choices to make`),
    keepEditing: 'Keep editing',
    others: 'others',
    includes: (who: string, labels: string) => `Includes what ${who} changed: ${closed(labels)}`,
    includesOwn: (labels: string) => `Includes what you changed in another window: ${closed(labels)}`,
    alsoTaken: (labels: string) => `Also taken over: ${closed(labels)}`,
    nothingLeft: 'The record already holds these values. There was nothing left to save.',
    again: 'This record keeps changing. Your entries are still here: try again.',
  },
};
