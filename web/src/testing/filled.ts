// Every field of a record that isn't the server's, as its form calls it and shows it. The tests of screens and those
// over the real server type the same; so nothing here needs a browser.

/** What is typed of a project. */
export const PROJECT_FIELDS = {
  'Project name': 'अहमदाबाद–मेहसाणा राज्य मार्ग का चौड़ीकरण एवं सुदृढ़ीकरण, किमी १२/० से ३४/६, पुलियों एवं सेवा मार्ग सहित',
  Description: 'Work period 540 days',
  'Contract bid ID': 'ROC 252-B/2026',
  'Project actual value': '45,77,47,127.35',
  'Project bid percentage': '-11.25',
  'Given start date': '01/07/2026',
  'Given end date': '30/06/2027',
  'Actual start date': '05/07/2026',
  'Actual end date': '05/07/2027',
  'Extension count': '2',
  'Extension date': '31/12/2027',
  'Licence holder name': 'Bharat Infra Pvt. Ltd.',
  'Licence no.': 'LIC/42',
  'Licence ID': 'L-42',
  'Termination reason': 'None',
  Comment: 'Two packages',
} as const;

/** What is typed of a task. */
export const TASK_FIELDS = {
  Title: 'Embankment, km 2/0 to 8/0',
  Description: 'Layers of 20 cm',
  'Estimated quantity': '1,250.5',
  'Estimated rate': '482.50',
  'Tax percentage': '18',
  'Estimated effort hours': '640',
  'Actual quantity': '0.3333',
  'Actual rate': '490',
  Progress: '33.25',
  'Actual effort hours': '7.5',
  'Given start date': '01/10/2026',
  'Given end date': '15/12/2026',
  'Actual start date': '06/10/2026',
  'Actual end date': '20/12/2026',
  Comment: 'From borrow pits',
  'Rejection reason': 'Not compacted',
  'Termination reason': 'None',
} as const;

/** What is chosen or suggested of it. */
export const TASK_CHOICES = { Status: 'On hold', Priority: 'Blocker', 'Task type': 'Earthwork', Units: 'cum' } as const;

/** What is typed of a deposit. */
export const DEPOSIT_FIELDS = {
  'Instrument no.': 'BG/2158/IGPER/3116',
  Amount: '3,25,000.50',
  'Created date': '01/02/2026',
  'Submitted date': '03/02/2026',
  'Returned date': '20/08/2026',
  'Transferred to own account': '24/08/2026',
  'Bank name': 'State Bank of India',
  'Bank account no.': '00990014001234',
  'Account holder name': 'Bharat Infra Pvt. Ltd.',
  'Bank address': 'Station Road, Nadiad 387001',
  Comment: 'Valid until sixty days after completion',
} as const;
