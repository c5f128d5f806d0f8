/** What the pages of one's own settings and of the organisation's say. */
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
    organisation: 'Your organisation',
    organisationHint: 'What it asks of everybody: second persons, passwords and signing in.',
    saved: 'Saved.',
    saveFailed: 'The setting could not be saved. Please try again.',
  },
  organisation: {
    title: 'Organisation settings',
    hint: (name: string) => `They hold for everybody of ${name}. Changes count at once.`,
    readOnly: 'You can see these settings, and not change them.',
    rules: 'What is asked of everybody',
    names: {
      fourEyes: 'Four eyes on tasks',
      changeFirstPassword: 'A password of one’s own',
      requireSecondFactor: 'A second factor',
    },
    hints: {
      fourEyes: 'Nobody approves a task that is assigned to them; somebody else has to look at it.',
      changeFirstPassword:
        'Whoever got their password from an administrator chooses another one when they sign in next.',
      requireSecondFactor:
        'Everybody signs in with a code from their phone as well, and sets it up at their next sign-in.',
    },
    fetchFailed: 'The organisation’s settings could not be loaded.',
  },
} as const;
