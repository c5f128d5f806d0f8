import { t } from '@/i18n/documents';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { DocumentsPage, type DocumentsPageProps } from '@/shared/documents/DocumentsPage';

const words = t.documents;

/** A screen of papers that belong to the organisation as a whole, whose id stands for the record's. */
function papers(props: Omit<DocumentsPageProps, 'entityId'>) {
  return function Papers() {
    const tenantId = useCurrentUser()?.tenantId ?? '';
    return <DocumentsPage {...props} entityId={tenantId} />;
  };
}

/** The papers of vehicles and machines. */
export const VehiclesPage = papers({
  title: words.pages.vehicles.title,
  entityType: 'VEHICLE',
  module: Module.VEHICLES,
  types: words.pages.vehicles.types,
  noFile: words.chooseAtLeastOne,
  failed: words.uploadFailed,
  empty: words.none,
  emptyHint: words.pages.vehicles.hint,
  upload: 'asked',
});

/** Policies, and what else belongs to the insurance of vehicles. */
export const VehicleInsurancePage = papers({
  title: words.pages.insurance.title,
  entityType: 'VEHICLE_INSURANCE',
  module: Module.VEHICLE_INSURANCE,
  types: words.pages.insurance.types,
  noFile: words.chooseOne,
  failed: words.uploadFailedConsole,
  // biome-ignore lint/suspicious/noConsole: the sentence, which the specification fixes, sends its reader there
  onFailure: (error) => console.error(error),
  empty: words.none,
  emptyHint: words.pages.insurance.hint,
  upload: 'shown',
});

/** Invoices and receipts. */
export const PaymentsPage = papers({
  title: words.pages.payments.title,
  entityType: 'PAYMENT',
  module: Module.PAYMENTS,
  types: words.pages.payments.types,
  noFile: words.chooseSeveral,
  failed: words.uploadFailed,
  empty: words.none,
  emptyHint: words.pages.payments.hint,
  upload: 'shown',
});
