import { useQuery } from '@connectrpc/connect-query';
import { useParams } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { FieldWarning } from '@/kit/form/FieldWarning';
import type { DepositValues } from './deposit-form';
import { emdWarning, tenderValue } from './earnest-money';

/** Says below an amount that it is much for the earnest money of its tender. Nothing while the tender isn't known. */
export function EarnestMoneyShare({ all }: { all: DepositValues }) {
  const { contractId = '' } = useParams();
  const { data: contract } = useQuery(ContractService.method.getContract, { id: contractId });
  const warning = emdWarning(all.depositType, all.amount, tenderValue(contract));
  return warning && <FieldWarning>{warning}</FieldWarning>;
}
