/** Pixels that the box about an import takes at least, so that the list below it stays where it is when it comes. */
export const IMPORT_HEIGHT = { base: 156, sm: 98 };
