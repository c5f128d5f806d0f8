/**
 * A text with everything in one form that is written in several: case, spaces, dashes, digits, Hindi letters. A point that
 * only says that a word is short is left out. Bulk upload folds in the same way (`nirmaan-import/src/check/fold.rs`).
 */
export function fold(text: string): string {
  return (
    text
      // Takes the nukta out of the letters that have it within them.
      .normalize('NFC')
      // The nukta and the sign of a short form; marks and joiners without a width.
      .replace(/[\u093c\u0970\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
      .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .replace(/[\s\u0085]/g, ' ')
      .toLowerCase()
      .replace(/([a-z\u0900-\u0963])\.+/g, '$1')
      .replaceAll('म्ब', 'ंब')
      .trim()
  );
}
