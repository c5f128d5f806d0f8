/** What the home page says. */
export const home = {
  title: 'Tenders, deposits and works in one ledger',
  description: 'A contracting firm’s tenders, earnest money, security deposits, projects and tasks in one ledger.',
  welcome: 'Welcome to Nirmaan Digital',
  heading: 'Every tender, deposit and metre of work, on one page.',
  lead: 'Nirmaan keeps contracting firms in step from the first notice to the last payment: what was bid, what is held, and what is still out.',
  more: 'See how it works',

  schedule: {
    caption: 'Widening and strengthening, km 71 to 82',
    value: 'Tender value ₹22,94,00,000',
    months: ['Apr', 'Jun', 'Aug', 'Oct', 'Dec', 'Feb'],
    today: 'Today',
    rows: ['Bid', 'Earnest money', 'Work order', 'Earthwork', 'Pavement', 'Structures', 'Payment'],
    alert: 'Earnest money ₹32,94,000',
    alertText: 'Work awarded. Still out.',
    example: 'An example',
  },

  platformsHeading: 'Three platforms for people who build',

  money: {
    heading: 'Know what is still out.',
    lead: 'A tender ties up money long after the bid is opened. By rule most of it comes back; in practice, to the firm that asks.',
    caption: 'What a work of ₹1,00,00,000 ties up, at common rates',
    columns: { item: 'What, and how long it is out', amount: 'Amount' },
    rows: [
      { item: 'Tender fee', rate: 'By slab', amount: '₹8,000', back: 'Never: it is paper cost', from: 0, to: 3 },
      {
        item: 'Earnest money (EMD)',
        rate: '2 %',
        amount: '₹2,00,000',
        back: 'Within 30 days of the award',
        from: 3,
        to: 18,
      },
      {
        item: 'Performance security',
        rate: '5 %',
        amount: '₹5,00,000',
        back: '60 days after completion',
        from: 14,
        to: 62,
      },
      {
        item: 'Security deposit',
        rate: '5 %, from bills',
        amount: '₹5,00,000',
        back: 'After the defect liability period',
        from: 26,
        to: 100,
      },
    ],
    total: 'Out of the firm’s hands at some time',
    totalAmount: '₹12,08,000',
    note: 'A worked example: rates differ by authority and year.',
    answersHeading: 'Questions it answers',
    answers: [
      {
        question: 'What is held?',
        answer: 'Every DD, FDR and guarantee with its number, bank, amount and dates.',
      },
      {
        question: 'What should have come back?',
        answer: 'Deposits of finished and lost tenders, added up as pending refund.',
      },
      { question: 'How long do refunds take?', answer: 'The average in days, from the dates you enter.' },
      { question: 'What did losing cost?', answer: 'Paper cost of lost tenders, beside that of the ones you won.' },
    ],
  },

  pathHeading: 'From notice to payment',
  pathLead: 'Nirmaan keeps the papers, the money and the dates of a contract together.',
  path: [
    {
      name: 'Bid',
      text: 'Notice, paper cost, estimate and quote: a percentage above or below, worked out to the paisa.',
    },
    { name: 'Deposit', text: 'Every guarantee and demand draft: its bank, its dates, its status.' },
    { name: 'Award', text: 'Agreement and work order in place, and the project opened from the contract.' },
    { name: 'Work', text: 'Tasks under tasks, with quantities, rates, people and progress.' },
    { name: 'Payment', text: 'What is approved, what is pending, and which deposits are still out.' },
  ],

  figuresHeading: 'Cut to the measure of the trade',
  figures: [
    { figure: '19', text: 'contract statuses, from draft to dispute, each counted on the dashboard' },
    { figure: '20,000', text: 'rows in one upload from Excel or CSV; a bad row is named, the good ones are stored' },
    { figure: '4', text: 'levels of sub-tasks, so that a bridge can be planned down to a pier cap' },
    { figure: '1 paisa', text: 'is the smallest difference it knows: every sum is exact' },
  ],

  closingHeading: 'Made for firms that bid every week.',
  closing: 'Who we are, and what we believe about software for builders.',
  closingLink: 'About Nirmaan',
  social: 'Elsewhere',
} as const;
