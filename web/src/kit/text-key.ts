/** Marks without a width, accents, and the nukta of Indian scripts. Vowel signs and the virama, which make other words, stay. */
const LEFT_OUT = /\p{Cf}|\p{VS}|(?!\u094d|\u09cd|\u0a4d|\u0acd|\u0b4d|\u0bcd|\u0c4d|\u0ccd|\u0d4d)(?=\p{M})\p{Dia}/gu;

/**
 * What two texts have in common if people take them for the same: case, accents and Unicode forms aside. The server's filters
 * and unique names compare in the same way (`nirmaan-text`).
 */
export const textKey = (text: string) =>
  // Most texts are in English letters, and a tree has 100,000 of them to look through.
  (/[^ -~]/.test(text)
    ? text.normalize('NFKD').toLowerCase().replace(LEFT_OUT, '').normalize('NFC')
    : text.toLowerCase()
  ).trim();
