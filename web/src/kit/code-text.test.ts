import { expect, it } from 'vitest';
import { codeText } from './code-text';

it.each([
  ['EMD', 'EMD'],
  ['PERFORMANCE_SECURITY', 'Performance security'],
  ['ADVANCE_BG', 'Advance BG'],
  ['RETENTION', 'Retention'],
  ['VEHICLE_RC', 'Vehicle RC'],
  ['PAYMENT_ADVICE', 'Payment advice'],
  ['PROOF_OF_PAYMENT', 'Proof of payment'],
  ['BID_SECURITY_DECLARATION', 'Bid security declaration'],
  ['TAX_INVOICE', 'Tax invoice'],
  ['GSTIN_CERTIFICATE', 'GSTIN certificate'],
  ['WORK_IN_PROGRESS', 'Work in progress'],
  ['FORM_26', 'Form 26'],
])('the code %s reads %s', (code, words) => {
  expect(codeText(code)).toBe(words);
});

it.each(['Bank guarantee', 'EMD receipt', 'RC book (new)', 'बैंक गारंटी', '_', 'A__B', ''])(
  'the text %j stays',
  (text) => {
    expect(codeText(text)).toBe(text);
  },
);
