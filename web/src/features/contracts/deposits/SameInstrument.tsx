import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link, useParams } from 'react-router';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/deposits';
import { FieldWarning } from '@/kit/form/FieldWarning';
import type { DepositValues } from './deposit-form';
import { isOut } from './status';

/** With fewer characters a number identifies no instrument: there is nothing to ask. */
const FEWEST = 4;

/** Says below an instrument's number which other deposits are out on it. Nothing while nobody knows: it is only a hint. */
export function SameInstrument({ all }: { all: DepositValues }) {
  const { id: exceptId = '' } = useParams();
  const transport = useTransport();
  const [instrumentNo, bankName] = [all.instrumentNo.trim(), all.bankName.trim()];
  const asks = instrumentNo.length >= FEWEST && isOut(all.status);
  const { data } = useQuery({
    // Not by its method: a save, which has all of the service read anew, would find the deposit that it has just stored.
    queryKey: ['same-instrument', instrumentNo, bankName, exceptId],
    queryFn: ({ signal }) =>
      callUnaryMethod(
        transport,
        SecurityDepositService.method.findSameInstrument,
        { instrumentNo, bankName, exceptId },
        { signal },
      ),
    enabled: asks,
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const others = (asks && data?.deposits) || [];
  if (others.length === 0) return null;
  return (
    <FieldWarning>
      {t.deposits.sameInstrument(others.length, bankName !== '')}{' '}
      {others.map(({ id, contractId, bidId }, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <Anchor
            component={Link}
            to={`/contracts/${contractId}/security-deposit/${id}`}
            target="_blank"
            c="inherit"
            fz="inherit"
            underline="always"
          >
            {bidId}
          </Anchor>
        </Fragment>
      ))}
      .
    </FieldWarning>
  );
}
