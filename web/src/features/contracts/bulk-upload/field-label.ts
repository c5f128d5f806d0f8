import { t } from '@/i18n/imports';

const LABELS: Readonly<Record<string, string>> = {
  ...t.contracts.fields,
  // As the documented interface misspells them.
  aggreementDate: t.contracts.fields.agreementDate,
  extensionCoun: t.contracts.fields.extensionCount,
};

/** What the field of a contract with this name in JSON is called; nothing for one that isn't known. */
export const fieldLabel = (field: string): string => LABELS[field] ?? '';
