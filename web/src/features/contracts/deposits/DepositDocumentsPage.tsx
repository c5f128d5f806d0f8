import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/deposits';
import { t as documents } from '@/i18n/documents';
import { LoadFailure } from '@/kit/LoadFailure';
import { Module, moduleName } from '@/session/permissions';
import { DocumentsPage } from '@/shared/documents/DocumentsPage';
import { useContractCrumbs } from './useContractCrumbs';

const MODULE = Module.CONTRACTS;

/** The documents of a deposit. */
export function DepositDocumentsPage() {
  const { contractId = '', id = '' } = useParams();
  const { data, error, refetch } = useQuery(SecurityDepositService.method.getSecurityDeposit, { contractId, id });
  const list = `/contracts/${contractId}/security-deposit`;
  const above = [...useContractCrumbs({ contractId }), { label: t.contracts.securityDeposits, to: list }];
  if (error && !data) {
    return (
      <LoadFailure
        error={error}
        retry={refetch}
        failed={t.deposits.fetchOneFailed}
        module={moduleName(MODULE)}
        breadcrumbs={above}
      />
    );
  }
  return (
    <DocumentsPage
      key={id}
      title={t.deposits.documentsTitle}
      breadcrumbs={[...above, { label: data?.instrumentNo ?? t.common.loading, to: `${list}/${id}` }]}
      entityType="DEPOSIT"
      entityId={id}
      module={MODULE}
      types={t.deposits.documentTypes}
      noFile={documents.documents.chooseAtLeastOne}
      failed={documents.documents.uploadFailed}
      empty={documents.documents.noneYet}
      emptyHint={t.deposits.documentsHint}
      upload="shown"
    />
  );
}
