import { t } from '@/i18n/imports';
import type { SheetRow } from './import-events';

/**
 * One cell. Spreadsheets run what begins with these characters as a formula, and the text comes from whoever
 * wrote the uploaded file; an apostrophe makes it text again. Quoted in any case: what separates cells is a setting of
 * the reader's computer.
 */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** What a row is called: by its bid id, else by its place in the sheet. */
export const rowName = ({ refId, row }: SheetRow): string => refId || t.bulkUpload.row(row);

/** Why a row failed, or which fields it changes. */
export const rowReason = ({ reason, outcome }: SheetRow): string =>
  reason || (outcome === 'FAIL' ? t.bulkUpload.unknownError : '');

/** The failures as a CSV file that Excel opens with its characters intact. */
export function failuresCsv(failures: readonly SheetRow[]): string {
  const rows = [
    ['Row', 'Ref', 'Reason'],
    ...failures.map((failure) => [
      String(failure.row || ''),
      rowName(failure),
      failure.reasons.join('\n') || rowReason(failure),
    ]),
  ];
  // Without the mark Excel takes UTF-8 for the machine's own code page.
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
