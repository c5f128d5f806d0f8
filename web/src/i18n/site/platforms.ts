/** The three platforms, each with how far it really is. */
export const platforms = [
  {
    id: 'build',
    name: 'Nirmaan Build',
    kind: 'Construction management',
    text: 'Tenders, security deposits, projects and task trees in one ledger that site and head office both trust.',
    state: 'In use',
    live: true,
  },
  {
    id: 'learn',
    name: 'Nirmaan Learn',
    kind: 'E-learning',
    text: 'Short courses for site engineers and supervisors, in the language they work in.',
    state: 'Preview',
    live: false,
  },
  {
    id: 'journal',
    name: 'Nirmaan Journal',
    kind: 'Blog platform',
    text: 'Field notes, tender results and safety bulletins, published by the people who wrote them.',
    state: 'Preview',
    live: false,
  },
] as const;
