/** What the server is doing with the file. */
export type Stage = 'RECEIVING' | 'READING' | 'CHECKING' | 'STORING';

/** The stages in their order. */
export const STAGES: readonly Stage[] = ['RECEIVING', 'READING', 'CHECKING', 'STORING'];

/** How far an import is; `total` is 0 while it is not known. */
export interface Progress {
  stage: Stage;
  done: number;
  total: number;
  /** It goes on from there when others have ended. */
  isWaiting?: boolean;
}

/** What becomes of a row: a record is created or changed, nothing changes, or the row has a problem. */
export type RowOutcome = 'CREATE' | 'UPDATE' | 'SKIP' | 'FAIL';

/** What may become of a row, in the order of the choices. */
export const OUTCOMES: readonly RowOutcome[] = ['CREATE', 'UPDATE', 'SKIP', 'FAIL'];

/** What amounts may be counted in, from the smallest. */
export const UNITS = ['RUPEES', 'HUNDRED', 'THOUSAND', 'LAKH', 'MILLION', 'CRORE', 'BILLION'] as const;

/** What amounts are counted in. */
export type Unit = (typeof UNITS)[number];

/** In which orders days in figures may have day and month: the day first, or the month. */
export const DATE_ORDERS = ['DMY', 'MDY'] as const;

/** In which order days in figures have day and month. */
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a column of the file was read. */
export interface SheetColumn {
  /** Which of the columns that have a heading it is, from 0. */
  index: number;
  /** Its heading. */
  heading: string;
  /** The field that it holds; empty when nothing of it is read. */
  field: string;
  /** What its amounts are counted in; undefined of other columns, and where no amount is taken. */
  unit: Unit | undefined;
  /** A sentence about how its cells are read; empty where there is nothing to say. */
  note: string;
  /** Whether another unit may be chosen. */
  acceptsUnit: boolean;
  /** Whether somebody chose what it holds, for this file or an earlier one with the same headings. */
  isChosen: boolean;
  /** Whether somebody chose what its amounts are counted in, for this file or an earlier one with the same headings. */
  isUnitChosen: boolean;
  /** In which order its days have day and month; undefined of other columns, and where that must be chosen first. */
  dateOrder: DateOrder | undefined;
  /** Whether it has days in figures, for which an order may be chosen. */
  acceptsDateOrder: boolean;
  /** Whether somebody chose the order of day and month, for this file or an earlier one with the same headings. */
  isDateOrderChosen: boolean;
  /** Its first filled cell, or the beginning of that; empty where there is none. */
  sample: string;
}

/** A row that holds no record, such as a title above the headings or a total. */
export interface PassedRow {
  /** Its number in the sheet. */
  row: number;
  /** What it says, or the beginning of that. */
  text: string;
  /** Why it was passed over. */
  reason: string;
  /** How many rows further down were passed over for the same reason and aren't listed. */
  more: number;
}

/** What a contract has in it once a row is stored. */
export interface SheetValues {
  contractName: string;
  status: string;
  /** In paise, by their fields. */
  amounts: readonly { field: (typeof AMOUNTS)[number]; paise: bigint }[];
  /** Above (+) or below (-) the estimate. */
  percentage: number | undefined;
  days: readonly SheetDay[];
}

/** What a deposit has in it once a row is stored. */
export interface SheetDeposit {
  depositType: string;
  instrumentNo: string;
  /** In paise. */
  amount: bigint | undefined;
  status: string;
  bankName: string;
  days: readonly SheetDay[];
}

/** A day of a record: its field, and the day as `YYYY-MM-DD`. */
export interface SheetDay {
  field: string;
  iso: string;
}

const AMOUNTS = ['tenderActualValue', 'tenderBidValue', 'paperCost'] as const;

/** A field of a contract that is an amount, or the one of a deposit. */
export type AmountField = (typeof AMOUNTS)[number] | 'amount';

/** Whether a field is an amount. */
export const isAmountField = (field: string): field is AmountField =>
  field === 'amount' || AMOUNTS.some((amount) => amount === field);

/** A row of the sheet. */
export interface SheetRow {
  refId: string;
  /** Why it fails, or which fields change. */
  reason: string;
  /** All its problems one by one, where it has several; of thousands of such rows only the first have them. */
  reasons: readonly string[];
  /** Its number in the sheet; 0 when it isn't told. */
  row: number;
  outcome: RowOutcome;
  /** How its cells were read where they leave something open, and what is unusual about what it would store. */
  warnings: readonly string[];
  /** What the contract would have in it; undefined of a row that fails, of one of deposits, and of an import that is done. */
  values: SheetValues | undefined;
  /** What the deposit would have in it; undefined of other rows. */
  deposit: SheetDeposit | undefined;
}

/** How an import ended, or how it would end. */
export interface Outcome {
  message: string;
  /** Whether nothing was stored because only that was asked for. */
  dryRun: boolean;
  imported: number;
  updated: number;
  skipped: number;
  failures: readonly SheetRow[];
  /** Of a dry run: every row. */
  rows: readonly SheetRow[];
  unknownColumns: readonly string[];
  /** Those that have a heading, in the file's order. */
  columns: readonly SheetColumn[];
  /** Those that every row must have and that no column holds: of a check that could read no row. */
  missingFields: readonly string[];
  /** Those that hold no record, of which nothing is stored. */
  passedRows: readonly PassedRow[];
  /** The id that it has in the list of imports; empty of a dry run, and where nothing was stored. */
  importId: string;
  /** Where the rows with problems wait as a workbook; empty when there are none. */
  errorFileUrl: string;
}

/** One line of the server's answer. */
export type ImportEvent =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'waiting' }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'error'; message: string };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Rupees of the answer as paise: up to 10^13 of them are exact in a float. */
const paise = (rupees: number) => BigInt(Math.round(rupees * 100));

const daysOf = (days: unknown): readonly SheetDay[] =>
  list(days).flatMap((day) => (isObject(day) ? [{ field: text(day.field), iso: text(day.day) }] : []));

function valuesOf(value: unknown): SheetValues | undefined {
  if (!isObject(value)) return undefined;
  const amounts = AMOUNTS.flatMap((field) => {
    const rupees = value[field];
    return typeof rupees === 'number' ? [{ field, paise: paise(rupees) }] : [];
  });
  const { tenderBidPercentage } = value;
  return {
    contractName: text(value.contractName),
    status: text(value.status),
    amounts,
    percentage: typeof tenderBidPercentage === 'number' ? tenderBidPercentage : undefined,
    days: daysOf(value.days),
  };
}

function depositOf(value: unknown): SheetDeposit | undefined {
  if (!isObject(value)) return undefined;
  return {
    depositType: text(value.depositType),
    instrumentNo: text(value.instrumentNo),
    amount: typeof value.amount === 'number' ? paise(value.amount) : undefined,
    status: text(value.status),
    bankName: text(value.bankName),
    days: daysOf(value.days),
  };
}

function columnOf(value: unknown, index: number): SheetColumn {
  const column = isObject(value) ? value : ({} as Json);
  return {
    index,
    heading: text(column.heading),
    field: text(column.field),
    unit: UNITS.find((name) => name === column.unit),
    note: text(column.note),
    acceptsUnit: column.acceptsUnit === true,
    isChosen: column.isChosen === true,
    isUnitChosen: column.isUnitChosen === true,
    dateOrder: DATE_ORDERS.find((name) => name === column.dateOrder),
    acceptsDateOrder: column.acceptsDateOrder === true,
    isDateOrderChosen: column.isDateOrderChosen === true,
    sample: text(column.sample),
  };
}

function passedRowOf(value: unknown): PassedRow {
  const { row, text: said, reason, more } = isObject(value) ? value : ({} as Json);
  return { row: number(row), text: text(said), reason: text(reason), more: number(more) };
}

function rowOf(value: unknown): SheetRow {
  const { refId, reason, reasons, row, outcome, warnings, values, deposit } = isObject(value) ? value : ({} as Json);
  return {
    refId: text(refId),
    reason: text(reason),
    reasons: list(reasons).map(text).filter(Boolean),
    row: number(row),
    // Failures don't say that they are some.
    outcome: OUTCOMES.find((name) => name === outcome) ?? 'FAIL',
    warnings: list(warnings)
      .map((warning) => (isObject(warning) ? text(warning.message) : ''))
      .filter(Boolean),
    values: valuesOf(values),
    deposit: depositOf(deposit),
  };
}

function outcomeOf(result: Json): Outcome {
  return {
    message: text(result.message),
    dryRun: result.dryRun === true,
    imported: number(result.imported),
    updated: number(result.updated),
    skipped: number(result.skipped),
    failures: list(result.failures).map(rowOf),
    rows: list(result.rows).map(rowOf),
    unknownColumns: list(result.unknownColumns).map(text).filter(Boolean),
    columns: list(result.columns).map(columnOf),
    missingFields: list(result.missingFields).map(text).filter(Boolean),
    passedRows: list(result.passedRows).map(passedRowOf),
    importId: text(result.importId),
    errorFileUrl: text(result.errorFileUrl),
  };
}

/**
 * Reads a line of the answer; undefined for one that says nothing we know. A refused request answers with the
 * error itself, one that fails on the way wraps it in `error`.
 */
export function importEvent(line: unknown): ImportEvent | undefined {
  if (!isObject(line)) return undefined;
  const { progress, result, error } = line;
  if (isObject(result)) return { kind: 'outcome', outcome: outcomeOf(result) };
  if (isObject(progress)) {
    if (progress.stage === 'WAITING') return { kind: 'waiting' };
    const stage = STAGES.find((name) => name === progress.stage);
    return (
      stage && { kind: 'progress', progress: { stage, done: number(progress.done), total: number(progress.total) } }
    );
  }
  const refusal = isObject(error) ? error : line;
  return 'message' in refusal ? { kind: 'error', message: text(refusal.message) } : undefined;
}
