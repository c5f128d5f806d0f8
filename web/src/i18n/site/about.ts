/** What the page about the maker says. */
export const about = {
  title: 'About',
  description:
    'Nirmaan makes tools for the firms that build roads, canals, schools and bridges under public contract. Who we are, what we build and what we believe.',
  heading: 'Software that keeps the tender register honest.',
  intro:
    'Nirmaan means construction. We make tools for the firms that build roads, canals, schools and bridges under public contract, where one missed date can cost a year of margin.',
  platforms: 'Flagship platforms',
  more: {
    build:
      'Contracts with their whole chain of dates, deposits by instrument, supporting documents, projects opened from an award, and tasks with quantities and rates. Rights by role, and a trail of every change.',
    learn:
      'Reading a bill of quantities, measuring for a running account bill, keeping a site diary: what a supervisor needs on Monday, in lessons of ten minutes. Not open for enrolment yet.',
    journal:
      'A place for the engineer who has laid the same pavement in three districts and has something to say about it. Not open for writers yet.',
  },
  founder: 'Founder',
  founderLead: 'The first version was a ledger for one firm.',
  founderText: [
    'Nirmaan was started by a civil engineer who kept tender registers by hand, and who had watched one earnest money deposit too many go unclaimed: the tender lost, the file closed, the guarantee still with the authority.',
    'The idea has stayed the same since. Whoever opens a contract sees how much of its money is still out, on which instrument, and since when. All else was added because a site or an office needed it.',
  ],
  philosophy: 'Philosophy',
  principles: [
    { name: 'Figures first', text: 'A sum is exact to the paisa or it is not shown.' },
    { name: 'One record', text: 'Office and site read the same page, so nobody reconciles two.' },
    { name: 'Plain words', text: 'The terms of the trade, in sentences that say what to do next.' },
    { name: 'Nothing vanishes', text: 'Each change keeps who made it and when, and what stood there before.' },
    {
      name: 'Rights by role',
      text: 'Whoever enters tenders need not see accounts. Five rights for each module, checked on every call.',
    },
    {
      name: 'Your data',
      text: 'Each organisation sees its own records and nobody else’s, and can run Nirmaan on a server of its own.',
    },
  ],
  explore: 'Explore',
  exploreText: 'Your organisation’s workspace opens with the account that your administrator gave you.',
  links: {
    path: { name: 'The path of a contract', text: 'From notice to payment, in five steps' },
    contracts: { name: 'Contracts', text: 'Your dashboard: what is held, what is pending' },
    login: { name: 'Login', text: 'Open your organisation’s workspace' },
    contact: { name: 'Contact', text: 'Ask, or tell us what your register lacks' },
  },
} as const;
