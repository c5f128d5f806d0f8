import { depositsIN } from './en-IN.deposits';

/** Names, of which one is meant. */
const ONE_OF = new Intl.ListFormat('en-IN', { type: 'disjunction' });

/** Which columns any file may have, with some of the names that are recognised. */
const columns = (names: string) =>
  [
    'Columns',
    `In any order. Titles above the headings are passed over, and so are totals, notes and headings that are repeated. Common names, such as ${names}, are recognised. Others can be chosen in the check, and are remembered.`,
  ] as const;

/** How days are written in any file. */
const DATES = [
  'Dates',
  'As 19-05-2026, 2026-05-19 or 19 May 2026. The day comes before the month: 04-05-2026 is 4 May. If your file has the month first, choose that in the check.',
] as const;

/** What becomes of rows that can't be stored. */
const BAD_ROWS = ['Rows that are not right', 'They are named with the reason and stop no others.'] as const;

/** What is said of the records that a file brings, by what one and several of them are called. */
function brought(one: string, many: string) {
  const counted = (n: string) => (n === '1' ? `1 ${one}` : `${n} ${many}`);
  return {
    commit: (n: string) => `Import ${counted(n)}`,
    stored: (n: string) => `${counted(n)} stored`,
    created: (n: string) => `${counted(n)} created`,
    updated: (n: string) => `${counted(n)} updated`,
    show: (n: string) => (n === '1' ? `Show this ${one}` : `Show these ${n}`),
    showAll: `Show its ${many}`,
    undoDeletes: (n: string) =>
      n === '1' ? `The ${one} it created is deleted.` : `The ${n} ${many} it created are deleted.`,
    undoRestores: (n: string) =>
      n === '1'
        ? `The ${one} it updated is put back as it was.`
        : `The ${n} ${many} it updated are put back as they were.`,
  };
}

/**
 * What the screens that bring contracts and deposits in from a file say; it travels with them and not with the application.
 * Sentences that the specification fixes are verbatim.
 */
export const importsIN = {
  bulkUpload: {
    template: 'Download template',
    choose: 'Choose a file',
    dropHere: 'or drop it here',
    upload: 'Upload',
    wrongType: 'Only CSV or Excel files are allowed.',
    noFile: 'Please select a file to upload.',
    failed: 'Upload failed. Please try again.',
    fileChanged: 'The file was changed or moved since you chose it. Please choose it again.',
    successful: 'Upload successful!',
    cancelled: 'Upload cancelled. Nothing was stored.',
    row: (n: number) => `Row ${n}`,
    unknownError: 'Unknown error',
    unknownColumns: (columns: string) => `These columns were passed over: ${columns}`,
    stages: { RECEIVING: 'Receiving', READING: 'Reading', CHECKING: 'Checking', STORING: 'Storing' },
    change: 'Choose another file',
    tooLarge: 'The file is larger than 10 MB.',
    limits: 'CSV or Excel, up to 10 MB and 20,000 rows',
    options: {
      title: 'Options',
      check: 'Check first',
      checkHint: 'Shows what becomes of every row. Nothing is stored until you say so.',
      depositType: 'Type of rows that name none',
      depositTypeHint: 'For a register of one type, such as EMD. Rows with a type of their own keep it.',
    },
    guide: 'What the file needs',
    templateFailed: 'The template could not be downloaded. Please try again.',
    progress: 'Upload progress',
    waiting: 'Waiting for other imports to end. Yours goes on by itself.',
    rowsOf: (done: string, total: string) => `${done} of ${total} rows`,
    skipped: (n: string) => (n === '1' ? '1 row changed nothing' : `${n} rows changed nothing`),
    notStored: (n: string) => (n === '1' ? '1 row was not stored' : `${n} rows were not stored`),
    checked: 'The file is checked.',
    notYet: 'Nothing is stored yet.',
    warned: (n: string) =>
      n === '1'
        ? '1 row is worth a second look. It can be imported as it is.'
        : `${n} rows are worth a second look. They can be imported as they are.`,
    nothingToImport: 'No row of this file brings anything new.',
    missing: (fields: readonly string[]) => `No row can be read: no column holds ${ONE_OF.format(fields)}.`,
    chooseColumns: (n: number) =>
      n === 1 ? 'Choose below which column holds it.' : 'Choose below which columns hold them.',
    chooseType: 'If all deposits are of one type, choose it under Options, and upload the file again.',
    passed: {
      count: (n: string) => (n === '1' ? '1 row was passed over' : `${n} rows were passed over`),
      more: (n: string) => (n === '1' ? 'and 1 more row' : `and ${n} more rows`),
    },
    columns: {
      title: 'How the columns are read',
      column: 'Column',
      how: 'How it is read',
      as: (field: string) => `As ${field}.`,
      asWritten: 'As it is written.',
      sample: (cell: string) => `e.g. ${cell}`,
      fieldOf: (heading: string) => `Field of ${heading}`,
      nothing: 'Don’t read this column',
      noField: 'No field has that name.',
      remembered: 'Taken from your organisation’s last import with these headings.',
      repeated: 'More than one column has this heading. Rename one to choose a field.',
      unitOf: (field: string) => `Unit of ${field}`,
      chooseUnit: 'Choose a unit',
      units: {
        RUPEES: 'Rupees',
        HUNDRED: 'Hundreds',
        THOUSAND: 'Thousands',
        LAKH: 'Lakh',
        MILLION: 'Millions',
        CRORE: 'Crore',
        BILLION: 'Billions',
      },
      dateOrderOf: (field: string) => `Order of day and month of ${field}`,
      chooseDateOrder: 'Choose order',
      dateOrders: { DMY: 'Day first', MDY: 'Month first' },
      all: (n: number) => `Show all ${n} columns`,
      fewer: 'Show fewer columns',
      checking: 'Checking again…',
    },
    rows: 'Rows of the file',
    filter: 'Show rows by what becomes of them',
    allRows: 'All rows',
    kinds: { CREATE: 'New', UPDATE: 'Updated', SKIP: 'Unchanged', FAIL: 'Problems', WARNED: 'With warnings' },
    outcomes: { CREATE: 'New', UPDATE: 'Update', SKIP: 'No change', FAIL: 'Problem' },
    bidPercentage: 'Bid percentage',
    reference: 'Bid ID or row',
    outcome: 'Outcome',
    reason: 'Reason',
    allReasons: (n: number) => `Show all ${n}`,
    fewerReasons: 'Show less',
    downloadFailures: 'Download failures (CSV)',
    errorFile: 'Download error file (Excel)',
    errorFileHint: 'The error file has these rows as you sent them. Correct them there, and upload it again.',
    errorFileGone: 'The link to the error file has run out. Please load this page again.',
  },

  registers: {
    contracts: {
      kind: 'Contracts',
      title: 'Bulk Upload',
      lead: 'Bring in contracts from a CSV file or an Excel workbook.',
      other: 'Upload deposits',
      dropzone: 'Contracts file',
      guide: [
        columns('Tender ID, Name of Work, Estimated Cost and Last date of submission'),
        ['Bid ID and contract name', 'A new contract needs both. The bid ID tells which contract a row updates.'],
        [
          'Amounts',
          'In rupees, as 3250000, 32,50,000, 32.5 lakh or 1.2 cr. A heading may name another unit: Paper Cost (Rs. in Lakhs).',
        ],
        ['Bid percentage', 'As -8.5, 8.5% below or at par.'],
        DATES,
        BAD_ROWS,
      ],
      ...brought('contract', 'contracts'),
      update: 'Update existing contracts by Bid ID',
      updateHint:
        'Filled cells replace what is stored, empty ones change nothing. Otherwise a bid ID that you have is a problem.',
      cannotUndo: 'One of its contracts was changed or deleted since, or has deposits, documents or a project.',
    },
    deposits: {
      kind: 'Deposits',
      title: depositsIN.contractDeposit.bulkUpload,
      lead: 'Bring in the deposits of your contracts from a CSV file or an Excel workbook.',
      other: 'Upload contracts',
      dropzone: 'Deposits file',
      guide: [
        columns('Tender ID, EMD Amount, DD No. and Refund Date'),
        [
          'Bid ID',
          'It tells to which contract a deposit belongs. Bring the contracts in first: a bid ID that no contract has is a problem.',
        ],
        [
          'Type, instrument no. and amount',
          'Every row needs a type and a number, and a new deposit an amount; a type that holds for all can be chosen under Options. Type and number tell which deposit of its contract a row updates. Where the number has no figures, such as Online, the amount does, too.',
        ],
        [
          'Amounts',
          'In rupees, as 250000, 2,50,000 or 2.5 lakh. A heading may name another unit: EMD Amount (Rs. in Lakhs).',
        ],
        ['Status', 'A new deposit without one is Submitted. An update keeps what is stored.'],
        DATES,
        BAD_ROWS,
      ],
      ...brought('deposit', 'deposits'),
      update: 'Update existing deposits by Bid ID, type and number',
      updateHint:
        'For a list of returns, for example, with status and returned date. Filled cells replace what is stored, empty ones change nothing. Otherwise a deposit that you have is a problem.',
      viewAll: 'View all deposits',
      cannotUndo: 'One of its deposits was changed or deleted since, or has documents.',
    },
  },

  imports: {
    title: 'Imports',
    noun: ['import', 'imports'],
    fetchFailed: 'Failed to fetch imports',
    fetchOneFailed: 'Failed to fetch the import',
    notThere: 'There is no such import.',
    notThereHint: 'The link may be incomplete, or from another organisation.',
    all: 'All imports',
    importedFrom: (file: string) => `Imported from ${file}`,
    failedCount: (n: string) => (n === '1' ? '1 row with problems' : `${n} rows with problems`),
    importedBy: (counts: string, who: string, when: string) =>
      who ? `${counts}. By ${who}, ${when}.` : `${counts}. ${when}.`,
    emptyHint: 'Each file that is brought in with Bulk Upload appears here.',
    fields: {
      fileName: 'File',
      record: 'Kind',
      createdAt: 'When',
      createdBy: 'Who',
      created: 'Created',
      updated: 'Updated',
      skipped: 'Unchanged',
      failed: 'Problems',
      state: 'Status',
    },
    states: { standing: 'Imported', undone: 'Undone' },
    errorFile: 'Error file',
    errorFileOf: (file: string) => `Download the error file of ${file}`,
    undo: 'Undo',
    undoTitle: (file: string) => `Undo ${file}?`,
    undoQuestion: 'Are you sure you want to undo this import?',
    undoFailed: 'Failed to undo the import. Please try again.',
    undone: 'Import undone successfully!',
    undoneResult: 'This import was undone.',
    undoneBy: (who: string, when: string) => (who ? `Undone by ${who}, ${when}` : `Undone ${when}`),
  },
} as const;
