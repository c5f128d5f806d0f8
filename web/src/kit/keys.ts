/** Whether this is an Apple device, on which ⌘ takes the place of Ctrl. */
export const isApple = /\b(?:Mac|iPhone|iPad)/.test(navigator.userAgent);

/** Whether a key is this letter (in lower case), on a keyboard of another script by its place. */
export const isLetter = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`;
