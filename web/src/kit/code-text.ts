/** A code: capitals and digits, with underscores between its words. */
const CODE = /^[A-Z0-9]+(_[A-Z0-9]+)*$/;

/** Words of four letters or more that are abbreviations. */
const ABBREVIATIONS = new Set([
  'CGST',
  'EPFO',
  'ESIC',
  'FSSAI',
  'GSTIN',
  'IGST',
  'IMPS',
  'MSME',
  'NEFT',
  'RERA',
  'RTGS',
  'SGST',
]);

/** Words of three letters or less that aren't. */
const SHORT_WORDS = new Set(
  'AND BID BY CAR DAY FEE FOR IN JOB KEY LAB MAP NEW NO NON NOT OF OIL OLD ON OR OUT OWN PAY PER PRE RUN SET SUB TAX THE TO UP WAY'.split(
    ' ',
  ),
);

/**
 * A code as people read it: `PERFORMANCE_SECURITY` is "Performance security", `ADVANCE_BG` "Advance BG". So is any word
 * in capitals alone; other text stays.
 */
export function codeText(code: string): string {
  if (!CODE.test(code)) return code;
  const text = code.split('_').map(word).join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function word(capitals: string): string {
  const isAbbreviation = ABBREVIATIONS.has(capitals) || (capitals.length <= 3 && !SHORT_WORDS.has(capitals));
  return isAbbreviation ? capitals : capitals.toLowerCase();
}
