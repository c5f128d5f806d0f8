import { describe, expect, it } from 'vitest';
import { failuresCsv } from './failures-csv';
import { importEvent } from './import-events';

describe('lines of the answer', () => {
  it('tell the progress', () => {
    expect(importEvent({ progress: { stage: 'READING', done: 1, total: 2 }, result: null })).toEqual({
      kind: 'progress',
      progress: { stage: 'READING', done: 1, total: 2 },
    });
  });

  it('tell the outcome', () => {
    const result = { message: 'ok', failures: [{ refId: '', reason: '', row: 3 }], imported: 1, unknownColumns: ['X'] };
    expect(importEvent({ progress: null, result })).toEqual({ kind: 'outcome', outcome: result });
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
    expect(failuresCsv([{ refId: '', reason: '', row: 3 }])).toBe('\uFEFFRow,Ref,Reason\r\n3,Row 3,Unknown error\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('keeps %j from being run', (refId) => {
    expect(failuresCsv([{ refId, reason: 'r', row: 2 }])).toMatch(/2,"?'/);
  });

  it('quotes commas and quotes', () => {
    expect(failuresCsv([{ refId: 'A,1', reason: 'the "same" id', row: 2 }])).toContain('2,"A,1","the ""same"" id"');
  });
});
