import { t } from '@/i18n/imports';

const { depositSubmittedDate, depositReturnedDate, depositTransferredOwnAccountDate } = t.deposits.fields;

const LABELS: Readonly<Record<string, string>> = {
  ...t.deposits.fields,
  ...t.contracts.fields,
  // As the documented interface misspells them.
  aggreementDate: t.contracts.fields.agreementDate,
  extensionCoun: t.contracts.fields.extensionCount,
  depositSubmitedDate: depositSubmittedDate,
  depositeReturnedDate: depositReturnedDate,
  depositTransferedOwnAcDate: depositTransferredOwnAccountDate,
};

/** What the field of a contract or of a deposit with this name in JSON is called; nothing for one that isn't known. */
export const fieldLabel = (field: string): string => LABELS[field] ?? '';
