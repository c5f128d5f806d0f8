import type { SecurityDeposit } from '@/gen/nirmaan/contracts/v1/security_deposit_pb';
import { t } from '@/i18n/deposits';
import { t as documents } from '@/i18n/documents';
import { useCan } from '@/session/Can';
import { Module } from '@/session/permissions';
import { DocumentUpload } from '@/shared/documents/DocumentUpload';
import { RecordDocuments } from '@/shared/documents/RecordDocuments';

/** The newest documents of a deposit, where a receipt is dropped without leaving its page. */
export function DepositDocuments({ deposit: { contractId, id } }: { deposit: SecurityDeposit }) {
  const mayUpload = useCan(Module.CONTRACTS, 'create');
  const of = { entityType: 'DEPOSIT', entityId: id, module: Module.CONTRACTS };
  return (
    <RecordDocuments {...of} to={`/contracts/${contractId}/security-deposit/${id}/documents`}>
      {mayUpload && (
        <DocumentUpload
          {...of}
          types={t.deposits.documentTypes}
          noFile={documents.documents.chooseAtLeastOne}
          failed={documents.documents.uploadFailed}
          compact
        />
      )}
    </RecordDocuments>
  );
}
