/** The list of a combobox scrolls by itself: a scroll area inside it would be a region that no key reaches. */
export const scrollingList = {
  withScrollArea: false,
  styles: { options: { maxHeight: 320, overflowY: 'auto' } },
} as const;
