/** What the search over everything says. */
export const searchIN = {
  search: {
    title: 'Search',
    label: 'Search contracts, deposits, projects, tasks, documents and users',
    placeholder: 'Bid ID, name, instrument no., file…',
    hint: 'Type at least two characters.',
    recent: 'Recently opened',
    forget: 'Forget these',
    searching: 'Searching…',
    found: (n: number) => (n === 1 ? '1 result' : `${n} results`),
    none: (query: string) => `Nothing found for “${query}”`,
    noneHint: 'Check the spelling, or try a part of the name. You find only what your role lets you view.',
    failed: 'The search failed.',
    more: 'There are more. Type more of the name to narrow it down.',
    keys: 'Move with the arrow keys, open with Enter, close with Esc.',
    kinds: {
      CONTRACT: 'Contracts',
      DEPOSIT: 'Security deposits',
      PROJECT: 'Projects',
      TASK: 'Tasks',
      DOCUMENT: 'Documents',
      USER: 'Users',
    },
  },
} as const;
