/** What the server is doing with the file. */
export type Stage = 'RECEIVING' | 'READING' | 'CHECKING' | 'STORING';

/** The stages in their order. */
export const STAGES: readonly Stage[] = ['RECEIVING', 'READING', 'CHECKING', 'STORING'];

/** How far an import is; `total` is 0 while it is not known. */
export interface Progress {
  stage: Stage;
  done: number;
  total: number;
}

/** A row that was not stored. */
export interface Failure {
  refId: string;
  reason: string;
  row: number;
}

/** How an import ended. */
export interface Outcome {
  message: string;
  failures: readonly Failure[];
  imported: number;
  unknownColumns: readonly string[];
}

/** One line of the server's answer. */
export type ImportEvent =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'error'; message: string };

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function failureOf(value: unknown): Failure {
  const { refId, reason, row } = isObject(value) ? value : ({} as Json);
  return { refId: text(refId), reason: text(reason), row: number(row) };
}

/**
 * Reads a line of the answer; undefined for one that says nothing we know. A refused request answers with the
 * error itself, one that fails on the way wraps it in `error`.
 */
export function importEvent(line: unknown): ImportEvent | undefined {
  if (!isObject(line)) return undefined;
  const { progress, result, error } = line;
  if (isObject(result)) {
    const outcome: Outcome = {
      message: text(result.message),
      failures: list(result.failures).map(failureOf),
      imported: number(result.imported),
      unknownColumns: list(result.unknownColumns).map(text).filter(Boolean),
    };
    return { kind: 'outcome', outcome };
  }
  if (isObject(progress)) {
    const stage = STAGES.find((name) => name === progress.stage);
    return (
      stage && { kind: 'progress', progress: { stage, done: number(progress.done), total: number(progress.total) } }
    );
  }
  const refusal = isObject(error) ? error : line;
  return 'message' in refusal ? { kind: 'error', message: text(refusal.message) } : undefined;
}
