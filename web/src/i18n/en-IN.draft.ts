/** What forms say of entries that aren't saved yet, or perhaps are. */
export const draftIN = {
  draft: {
    found: 'There are unsaved changes from earlier.',
    sent: 'They were sent, but no answer came: restore them and press Create again. Nothing is created twice.',
    sentLongAgo: 'They were sent, but no answer came. Look in the list first: they may have been saved.',
    restore: 'Restore',
    discard: 'Discard',
    maybeCreated: 'It may have been created anyway. Press Create again: it won’t be created twice.',
    createdBefore: 'An earlier attempt had already created it.',
    perhapsCreatedBefore: 'An earlier attempt may already have created it.',
    restorable: 'Your later changes can be restored here.',
    lost: (labels: string) => `Not kept: ${labels}. Please check here.`,
    createdOtherwise:
      'An earlier attempt has created it already, as it was entered then. Look for it in the list before you create another one.',
    createdLongAgo:
      'An earlier attempt may have created it, but too long ago to tell. Look for it in the list; pressing Create again makes another one.',
  },
};
