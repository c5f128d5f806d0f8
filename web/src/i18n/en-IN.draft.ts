/** What forms say of entries that aren't saved yet, or perhaps are. */
export const draftIN = {
  draft: {
    found: 'There are unsaved changes from earlier.',
    sent: 'They were sent, but no answer came: restore them and press Create again. Nothing is created twice.',
    restore: 'Restore',
    discard: 'Discard',
    maybeCreated: 'It may have been created all the same. Press Create again: it is not created twice.',
    createdBefore: 'It had been created at the first attempt.',
    createdBeforeChanges: 'It had been created at the first attempt. What you changed since can be restored here.',
    createdOtherwise:
      'An earlier attempt has created it already, as it was entered then. Look for it in the list before you create another one.',
  },
};
