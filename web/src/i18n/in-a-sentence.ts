/** A label as it stands within a sentence. */
export const inASentence = (label: string) => label.charAt(0).toLowerCase() + label.slice(1);
