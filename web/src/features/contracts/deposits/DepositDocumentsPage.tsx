import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/deposits';
import { Module } from '@/session/permissions';
import { RecordDocumentsPage } from '@/shared/documents/RecordDocumentsPage';
import { useContractCrumbs } from './useContractCrumbs';

/** The documents of a deposit. */
export function DepositDocumentsPage() {
  const { contractId = '', id = '' } = useParams();
  const list = `/contracts/${contractId}/security-deposit`;
  return (
    <RecordDocumentsPage
      record={useQuery(SecurityDepositService.method.getSecurityDeposit, { contractId, id })}
      name={({ instrumentNo }) => instrumentNo}
      failed={t.deposits.fetchOneFailed}
      above={[...useContractCrumbs({ contractId }), { label: t.contracts.securityDeposits, to: list }]}
      to={`${list}/${id}`}
      title={t.deposits.documentsTitle}
      entityType="DEPOSIT"
      entityId={id}
      module={Module.CONTRACTS}
      types={t.deposits.documentTypes}
      emptyHint={t.deposits.documentsHint}
    />
  );
}
