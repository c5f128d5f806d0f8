/** A list of labels at the end of a sentence; the last one may be an abbreviation. */
const closed = (labels: string) => (labels.endsWith('.') ? labels : `${labels}.`);

/** What forms say when their record was saved elsewhere meanwhile: by somebody else, or by oneself in another window. */
export const conflictIN = {
  conflict: {
    title: 'This record has changed',
    changed: (who: string, when: string) => `Last changed by ${who} at ${when}. Your changes are not saved.`,
    you: 'you in another window',
    another: 'another user',
    unknown: 'Somebody else changed this record after you opened it. Your changes are not saved.',
    hint: 'Where both changed the same, choose which to keep.',
    perhaps: 'This may have been changed there, too.',
    sides: { mine: 'Mine', theirs: 'Theirs', allMine: 'All mine', allTheirs: 'All theirs' },
    windows: {
      mine: 'This window',
      theirs: 'The other window',
      allMine: 'All from this window',
      allTheirs: 'All from the other window',
    },
    yourChanges: 'Your changes',
    asStored: 'As it is stored now',
    choicesLeft: (n: number) => (n === 1 ? 'One choice left' : `${n} choices left`),
    keepEditing: 'Keep editing',
    others: 'others',
    includes: (who: string, labels: string) => `Includes what ${who} changed: ${closed(labels)}`,
    includesOwn: (labels: string) => `Includes what you changed in another window: ${closed(labels)}`,
    alsoIncluded: (labels: string) => `Also included: ${closed(labels)}`,
    nothingChanged: 'Nothing was changed, so nothing was saved.',
    again: 'Others keep changing this record. Nothing is lost: try again.',
  },
};
