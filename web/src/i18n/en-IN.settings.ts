/** What the page of one's own settings says. */
export const settingsIN = {
  settings: {
    title: 'Settings',
    hint: 'They hold for you, on every device that you sign in on. Changes count at once.',
    theme: 'Colour theme',
    density: 'Rows of lists and trees',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    densityHints: {
      comfortable: 'Room for names of two lines',
      compact: 'More rows on the screen',
    },
    themeHints: {
      light: 'Dark text on paper',
      dark: 'Light text, for dim rooms',
      auto: 'Changes when the device does',
    },
    rows: 'Rows a page',
    pageSizeHint: 'From 1 to 200; holds where the address of a list doesn’t say.',
    columns: 'Columns',
    columnsHint: 'Each list has a button Columns that shows, hides and orders them.',
    arranged: (n: number) => (n === 1 ? '1 list has columns of your own.' : `${n} lists have columns of your own.`),
    notArranged: 'Every list has its usual columns.',
    resetColumns: 'Reset all columns',
    saved: 'Saved.',
    saveFailed: 'The setting could not be saved. Please try again.',
  },
} as const;
