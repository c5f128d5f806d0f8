/**
 * What the screens that bring contracts in from a file say; it travels with them and not with the application.
 * Sentences that the specification fixes are verbatim.
 */
export const importsIN = {
  bulkUpload: {
    title: 'Bulk Upload',
    lead: 'Bring in contracts from a CSV file or an Excel workbook.',
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
    dropzone: 'Contracts file',
    change: 'Choose another file',
    tooLarge: 'The file is larger than 10 MB.',
    limits: 'CSV or Excel, up to 10 MB and 20,000 rows',
    options: {
      title: 'Options',
      check: 'Check first',
      checkHint: 'Shows what becomes of every row. Nothing is stored until you say so.',
      update: 'Update existing contracts by Bid ID',
      updateHint:
        'Filled cells replace what is stored, empty ones change nothing. Otherwise a bid ID that you have is a problem.',
    },
    guide: {
      title: 'What the file needs',
      points: [
        ['Columns', 'The first row names them, in any order. Columns that Nirmaan does not know are passed over.'],
        ['Bid ID and contract name', 'A new contract needs both. The bid ID tells which contract a row updates.'],
        ['Amounts', 'In rupees, as 3250000, 32,50,000, 32.5 lakh or 1.2 cr.'],
        ['Bid percentage', 'As -8.5, 8.5% below or at par.'],
        ['Dates', 'As 19-05-2026, 2026-05-19 or 19 May 2026.'],
        ['Rows that are not right', 'They are named with the reason and stop no others.'],
      ],
    },
    templateFailed: 'The template could not be downloaded. Please try again.',
    progress: 'Upload progress',
    rowsOf: (done: string, total: string) => `${done} of ${total} rows`,
    stored: (n: string) => (n === '1' ? '1 contract stored' : `${n} contracts stored`),
    updated: (n: string) => (n === '1' ? '1 contract updated' : `${n} contracts updated`),
    skipped: (n: string) => (n === '1' ? '1 row changed nothing' : `${n} rows changed nothing`),
    notStored: (n: string) => (n === '1' ? '1 row was not stored' : `${n} rows were not stored`),
    checked: 'The file is checked.',
    notYet: 'Nothing is stored yet.',
    warned: (n: string) =>
      n === '1'
        ? '1 row is worth a second look. It can be imported as it is.'
        : `${n} rows are worth a second look. They can be imported as they are.`,
    commit: (n: string) => (n === '1' ? 'Import 1 contract' : `Import ${n} contracts`),
    nothingToImport: 'No row of this file brings anything new.',
    rows: 'Rows of the file',
    filter: 'Show rows by what becomes of them',
    allRows: 'All rows',
    kinds: { CREATE: 'New', UPDATE: 'Updated', SKIP: 'Unchanged', FAIL: 'Problems', WARNED: 'With warnings' },
    outcomes: { CREATE: 'New', UPDATE: 'Update', SKIP: 'No change', FAIL: 'Problem' },
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

  imports: {
    title: 'Imports',
    noun: ['import', 'imports'],
    fetchFailed: 'Failed to fetch imports',
    emptyHint: 'Each file that is brought in with Bulk Upload appears here.',
    fields: {
      fileName: 'File',
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
    undoDeletes: (n: string) =>
      n === '1' ? 'The contract it created is deleted.' : `The ${n} contracts it created are deleted.`,
    undoRestores: (n: string) =>
      n === '1'
        ? 'The contract it updated is put back as it was.'
        : `The ${n} contracts it updated are put back as they were.`,
    undoFailed: 'Failed to undo the import. Please try again.',
    undone: 'Import undone successfully!',
    undoneBy: (who: string, when: string) => (who ? `Undone by ${who}, ${when}` : `Undone ${when}`),
    cannotUndo: 'One of its contracts was edited since, or has deposits, documents or a project.',
  },
} as const;
