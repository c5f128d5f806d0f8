import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ColumnChoices, chosenField, inEffect, repeatedColumns, withDateOrder, withField } from './column-map';
import { failuresCsv, rowReason } from './failures-csv';
import { fieldLabel } from './field-label';
import { type DateOrder, importEvent, type SheetColumn, type SheetRow } from './import-events';
import { CONTRACTS, DEPOSITS } from './registers';

const failure = (refId: string, reason: string, row: number, reasons: readonly string[] = []): SheetRow => ({
  refId,
  reason,
  reasons,
  row,
  outcome: 'FAIL',
  warnings: [],
  values: undefined,
  deposit: undefined,
});

describe('lines of the answer', () => {
  it('tell the progress', () => {
    expect(importEvent({ progress: { stage: 'READING', done: 1, total: 2 }, result: null })).toEqual({
      kind: 'progress',
      progress: { stage: 'READING', done: 1, total: 2 },
    });
  });

  it('tell that it waits', () => {
    expect(importEvent({ progress: { stage: 'WAITING', done: 0, total: 0 }, result: null })).toEqual({
      kind: 'waiting',
    });
  });

  it('tell the outcome', () => {
    const result = {
      message: 'ok',
      failures: [
        { refId: '', reason: '', row: 3 },
        { refId: 'A', reason: 'a; b; c; and 1 more', reasons: ['a', 'b', 'c', 'd'], row: 4 },
      ],
      imported: 1,
      updated: 2,
      skipped: 4,
      unknownColumns: ['X'],
      dryRun: false,
      importId: '0193',
      rows: [],
      errorFileUrl: '/files/errors.xlsx',
    };
    expect(importEvent({ progress: null, result })).toEqual({
      kind: 'outcome',
      outcome: {
        message: 'ok',
        failures: [failure('', '', 3), failure('A', 'a; b; c; and 1 more', 4, ['a', 'b', 'c', 'd'])],
        imported: 1,
        updated: 2,
        skipped: 4,
        unknownColumns: ['X'],
        dryRun: false,
        rows: [],
        columns: [],
        missingFields: [],
        passedRows: [],
        importId: '0193',
        errorFileUrl: '/files/errors.xlsx',
      },
    });
  });

  it('tell how columns were read, with units and orders that are known', () => {
    const columns = [
      {
        heading: 'Value (in Lakhs)',
        field: 'tenderActualValue',
        unit: 'LAKH',
        note: 'In lakh.',
        acceptsUnit: true,
        isChosen: true,
        isUnitChosen: true,
        dateOrder: 'MDY',
        acceptsDateOrder: true,
        isDateOrderChosen: true,
        sample: '12.5',
      },
      { heading: 'Cost (USD)', field: 'paperCost', unit: '', note: 'In another currency.', dateOrder: '' },
      'x',
    ];
    const read = importEvent({ result: { columns } });
    expect(read?.kind === 'outcome' && read.outcome.columns).toEqual([
      { index: 0, ...(columns[0] as object) },
      {
        index: 1,
        heading: 'Cost (USD)',
        field: 'paperCost',
        unit: undefined,
        note: 'In another currency.',
        acceptsUnit: false,
        isChosen: false,
        isUnitChosen: false,
        dateOrder: undefined,
        acceptsDateOrder: false,
        isDateOrderChosen: false,
        sample: '',
      },
      {
        index: 2,
        heading: '',
        field: '',
        unit: undefined,
        note: '',
        acceptsUnit: false,
        isChosen: false,
        isUnitChosen: false,
        dateOrder: undefined,
        acceptsDateOrder: false,
        isDateOrderChosen: false,
        sample: '',
      },
    ]);
  });

  it('tell what no column holds, and which rows were passed over', () => {
    const title = { row: 1, text: 'Register of tenders', reason: 'It is above the headings.' };
    const result = { dryRun: true, missingFields: ['bidId', 7], passedRows: [title, 'x'] };
    expect(importEvent({ result })).toMatchObject({
      outcome: { missingFields: ['bidId'], passedRows: [title, { row: 0, text: '', reason: '', more: 0 }] },
    });
  });

  it('tell what would be stored, to the paisa', () => {
    const values = {
      contractName: 'Road',
      status: 'DRAFT',
      paperCost: null,
      tenderActualValue: 9999999999999.99,
      tenderBidValue: 1.15,
      tenderBidPercentage: -10,
      days: [{ field: 'openingDate', day: '2026-04-01' }],
    };
    const read = importEvent({ result: { dryRun: true, rows: [{ refId: 'A', row: 2, outcome: 'CREATE', values }] } });
    expect(read?.kind === 'outcome' && read.outcome.rows[0]?.values).toEqual({
      contractName: 'Road',
      status: 'DRAFT',
      amounts: [
        { field: 'tenderActualValue', paise: 999_999_999_999_999n },
        { field: 'tenderBidValue', paise: 115n },
      ],
      percentage: -10,
      days: [{ field: 'openingDate', iso: '2026-04-01' }],
    });
  });

  it('tell what becomes of every row', () => {
    const rows = (['CREATE', 'UPDATE', 'SKIP', 'FAIL'] as const).map((outcome, index) => ({
      refId: `B${index}`,
      reason: '',
      row: index + 2,
      outcome,
    }));
    expect(importEvent({ result: { dryRun: true, rows } })).toMatchObject({ outcome: { dryRun: true, rows } });
  });

  it('tell what is unusual about a row, in whichever words the server has', () => {
    const message = 'Closing date is before the opening date, 12 Mar 2026.';
    const warnings = [
      { field: 'closingDate', message },
      { field: 'x' },
      'x',
      { message: 'Amount is above ₹1,000 crore.' },
    ];
    const rows = [{ refId: 'A', row: 2, outcome: 'CREATE', warnings }];
    expect(importEvent({ result: { dryRun: true, rows } })).toMatchObject({
      outcome: { rows: [{ warnings: [message, 'Amount is above ₹1,000 crore.'] }] },
    });
  });

  it('tell what went wrong, before or during the import', () => {
    const error = { code: 'RESOURCE_EXHAUSTED', message: 'Too large', fields: [], requestId: '1' };
    expect(importEvent({ error })).toEqual({ kind: 'error', message: 'Too large' });
    expect(importEvent(error)).toEqual({ kind: 'error', message: 'Too large' });
  });

  it('may be nothing that is known', () => {
    expect(importEvent('<html>')).toBeUndefined();
    expect(importEvent({ progress: { stage: 'DANCING' } })).toBeUndefined();
  });
});

describe('failures as CSV', () => {
  // Spec: S8.bulk-upload.rows
  it('names rows without a bid id and reasons that are missing', () => {
    expect(failuresCsv([failure('', '', 3)])).toBe('\uFEFF"Row","Ref","Reason"\r\n"3","Row 3","Unknown error"\r\n');
  });

  it('names all that is wrong with a row, a line for each', () => {
    const many = failure('A', 'a; b; c; and 1 more', 4, ['a', 'b', 'c', 'd']);
    expect(failuresCsv([many])).toContain('"4","A","a\nb\nc\nd"');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1+1'])('keeps %j from being run', (refId) => {
    expect(failuresCsv([failure(refId, 'r', 2)])).toContain(`"2","'${refId}"`);
  });

  it('quotes commas and quotes', () => {
    expect(failuresCsv([failure('A,1', 'the "same" id', 2)])).toContain('"2","A,1","the ""same"" id"');
  });
});

it('knows the fields that columns may hold, as the server does, and what each is called', () => {
  const file = new URL('../../../../../crates/nirmaan-import/src/fields.json', import.meta.url);
  expect({ contract: CONTRACTS.fields, deposit: DEPOSITS.fields }).toEqual(JSON.parse(readFileSync(file, 'utf8')));
  for (const { fields } of [CONTRACTS, DEPOSITS]) {
    const labels = fields.map(fieldLabel);
    expect(labels).not.toContain('');
    expect(new Set(labels).size).toBe(labels.length);
  }
});

describe('the fields of columns', () => {
  const column = (heading: string, field = '', isChosen = false): SheetColumn => ({
    index: 0,
    heading,
    field,
    unit: undefined,
    note: '',
    acceptsUnit: false,
    isChosen,
    isUnitChosen: false,
    dateOrder: undefined,
    acceptsDateOrder: false,
    isDateOrderChosen: false,
    sample: '',
  });
  const columns = [column('Job', 'contractName', true), column('Site', '', true), column('Bid ID', 'bidId')];

  const inLakh: SheetColumn = { ...column('Amt', 'paperCost', true), unit: 'LAKH', isUnitChosen: true };
  const asking = (heading: string, field: string): SheetColumn => ({
    ...column(heading, field),
    acceptsDateOrder: true,
  });
  const ordered = (heading: string, field: string, dateOrder: DateOrder, isDateOrderChosen = false): SheetColumn => ({
    ...asking(heading, field),
    dateOrder,
    isDateOrderChosen,
  });
  const untouched: ColumnChoices = { units: {}, dateOrders: {}, followers: {}, columnMap: undefined };
  const mapped = (columnMap: Readonly<Record<string, string>>) => ({ ...untouched, columnMap });

  it('are those that are remembered, until another is chosen', () => {
    const { columnMap } = withField(columns, untouched, 'No.', 'bidId');
    expect(columnMap).toEqual({ Job: 'contractName', Site: '', 'No.': 'bidId' });
  });

  it('are held by one column each, and any number of columns is not read', () => {
    const named = withField(columns, untouched, 'Work', 'contractName');
    expect(named.columnMap).toEqual({ Site: '', Work: 'contractName' });
    // Of two choices in a row, the answer to the first may still be on its way.
    expect(withField(columns, named, 'Work', '').columnMap).toEqual({ Site: '', Work: '' });
    expect(withField(columns, mapped({ Work: '' }), 'Job', '').columnMap).toEqual({ Work: '', Job: '' });
  });

  it('that are remembered are all that there are, with their units and orders', () => {
    const closed = ordered('Closed', 'closingDate', 'MDY', true);
    const given = ordered('Start', 'givenStartDate', 'DMY');
    const now: ColumnChoices = {
      ...untouched,
      units: { tenderBidValue: 'CRORE' },
      dateOrders: { openingDate: 'DMY' },
    };
    expect(inEffect([...columns, inLakh, closed, given], now)).toEqual({
      units: { paperCost: 'LAKH', tenderBidValue: 'CRORE' },
      dateOrders: { closingDate: 'MDY', openingDate: 'DMY' },
      followers: {},
      columnMap: { Job: 'contractName', Site: '', Amt: 'paperCost' },
    });
    expect(inEffect([...columns, inLakh, closed], mapped({ Job: 'bidId' }))).toEqual(mapped({ Job: 'bidId' }));
    // Nothing is told of what nobody chose.
    expect(inEffect([column('Bid ID', 'bidId')], untouched)).toEqual(untouched);
  });

  it('leave the unit that was chosen for amounts of another column', () => {
    expect(withField([inLakh], untouched, 'Cost', 'paperCost')).toEqual(mapped({ Cost: 'paperCost' }));
    expect(withField([inLakh], untouched, 'Amt', 'tenderBidValue')).toEqual(mapped({ Amt: 'tenderBidValue' }));
    expect(withField([inLakh], untouched, 'Job', 'contractName').units).toEqual({ paperCost: 'LAKH' });
  });

  it('leave the order that was chosen for days of another column', () => {
    const columns = [
      ordered('Opened', 'openingDate', 'MDY', true),
      ordered('Closed', 'closingDate', 'MDY', true),
      ordered('Start', 'givenStartDate', 'DMY'),
    ];
    const orders = (heading: string, field: string) => withField(columns, untouched, heading, field).dateOrders;
    expect(orders('Published', 'openingDate')).toEqual({ closingDate: 'MDY' });
    expect(orders('Opened', 'resultDate')).toEqual({ closingDate: 'MDY' });
    expect(orders('Job', 'contractName')).toEqual({ openingDate: 'MDY', closingDate: 'MDY' });
  });

  it('have one order of day and month where they wait for it', () => {
    const columns = [
      asking('Opened', 'openingDate'),
      asking('Closed', 'closingDate'),
      ordered('Start', 'givenStartDate', 'DMY'),
      column('Result', 'resultDate'),
    ];
    const choices = { ...mapped({ Opened: 'openingDate' }), units: { paperCost: 'LAKH' } } as const;
    const monthFirst = withDateOrder(columns, choices, 'openingDate', 'MDY');
    // All that was chosen before stays, and nothing else comes along.
    expect(withDateOrder(columns, { ...choices, dryRun: true } as ColumnChoices, 'openingDate', 'MDY')).toEqual({
      ...choices,
      dateOrders: { openingDate: 'MDY', closingDate: 'MDY' },
      followers: { closingDate: 'openingDate' },
    });
    // Day first is said of one column: others may show that they are not.
    expect(withDateOrder(columns, choices, 'openingDate', 'DMY').dateOrders).toEqual({ openingDate: 'DMY' });
    // What follows a choice goes with it, though the answer to that may still be on its way.
    const corrected = withDateOrder(columns, monthFirst, 'openingDate', 'DMY');
    expect(corrected).toEqual({ ...choices, dateOrders: { openingDate: 'DMY' } });
    expect(withDateOrder(columns, corrected, 'openingDate', 'MDY')).toEqual(monthFirst);
    // What is chosen by hand doesn't follow.
    const byHand = withDateOrder(columns, monthFirst, 'closingDate', 'DMY');
    expect(byHand).toMatchObject({ dateOrders: { openingDate: 'MDY', closingDate: 'DMY' }, followers: {} });
    expect(withDateOrder(columns, byHand, 'openingDate', 'DMY').dateOrders).toEqual({
      openingDate: 'DMY',
      closingDate: 'DMY',
    });
    // Nor do columns that hold another field by now.
    const remapped = mapped({ Closed: 'resultDate' });
    expect(withDateOrder(columns, remapped, 'openingDate', 'MDY').dateOrders).toEqual({ openingDate: 'MDY' });
    // Another order of one that isn't asked for answers for those that are.
    expect(withDateOrder(columns, untouched, 'givenStartDate', 'MDY').dateOrders).toEqual({
      openingDate: 'MDY',
      closingDate: 'MDY',
      givenStartDate: 'MDY',
    });
    expect(withDateOrder([], untouched, 'openingDate', 'DMY').dateOrders).toEqual({ openingDate: 'DMY' });
  });

  it('are kept under any heading', () => {
    const { columnMap } = withField([], untouched, '__proto__', 'bidId');
    expect(JSON.stringify(columnMap)).toBe('{"__proto__":"bidId"}');
    expect(chosenField(columnMap, '__proto__')).toBe('bidId');
    expect(chosenField(columnMap, 'constructor')).toBeUndefined();
    expect(chosenField(undefined, 'Job')).toBeUndefined();
  });

  it('are told apart by headings that are there once', () => {
    const sheet = [...columns, column(' JOB.'), column('No.')].map((each, index) => ({ ...each, index }));
    expect([...repeatedColumns(sheet)]).toEqual([0, 3]);
  });
});

it('gives no reason for a row that needs none', () => {
  expect(
    rowReason({
      refId: 'A',
      reason: '',
      reasons: [],
      row: 2,
      outcome: 'CREATE',
      warnings: [],
      values: undefined,
      deposit: undefined,
    }),
  ).toBe('');
});
