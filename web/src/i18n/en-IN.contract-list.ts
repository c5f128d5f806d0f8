/** What the list of contracts says of a filter that only links set. */
export const contractListIN = {
  fromImport: { label: 'Brought in by', one: 'one import' },
} as const;
