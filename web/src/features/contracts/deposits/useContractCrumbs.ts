import { useQuery } from '@connectrpc/connect-query';
import { useMemo } from 'react';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { t } from '@/i18n/deposits';
import type { Crumb } from '@/kit/PageHeader';
import { deletionOf, deletionSentence } from '@/shared/deleted/deletion';
import type { RouteIds } from '@/shared/screens/usePlace';

/** The contract above its deposits; its name comes when it has been read. */
export function useContractCrumbs({ contractId = '' }: RouteIds): readonly Crumb[] {
  const { data: contract } = useQuery(ContractService.method.getContract, { id: contractId });
  return useMemo(
    () => [
      { label: t.contracts.title, to: '/contracts' },
      { label: contract?.bidId ?? t.deposits.contract, to: `/contracts/${contractId}` },
    ],
    [contract?.bidId, contractId],
  );
}

/** Why the contract of the address has no deposits any more: who deleted it, and when. */
export function useContractGone({ contractId = '' }: RouteIds): string | undefined {
  const { error } = useQuery(ContractService.method.getContract, { id: contractId });
  const deletion = deletionOf(error);
  return deletion && deletionSentence(deletion);
}
