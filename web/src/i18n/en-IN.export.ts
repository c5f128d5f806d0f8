/** What saving a list as a file says; it travels with the lists. */
export const exportIN = {
  export: {
    button: 'Export',
    matching: (n: string, records: string) => `${n} ${records}`,
    allMatching: (records: string) => `All ${records} that match the filters`,
    all: (records: string) => `All ${records}, whatever the filters`,
    formats: { CSV: 'CSV (.csv)', XLSX: 'Excel (.xlsx)' },
    running: 'Exporting…',
    received: (size: string) => `Exporting… ${size}`,
    cancel: 'Cancel export',
    cancelled: 'Export cancelled.',
    saved: (file: string) => `${file} is saved.`,
    failed: 'The file could not be made. Please try again.',
  },
} as const;
