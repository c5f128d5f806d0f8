import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { ContractService } from '@/gen/nirmaan/contracts/v1/contract_service_pb';
import { SecurityDepositService } from '@/gen/nirmaan/contracts/v1/security_deposit_service_pb';
import { t } from '@/i18n/deposits';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { RecordFacts } from '@/kit/data/RecordFacts';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { anySections } from '@/kit/form/fields';
import { RecordPage, RecordSkeleton } from '@/kit/form/RecordPage';
import { Can } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { CreateProjectButton } from './CreateProjectButton';
import { contractSections, contractValues } from './contract-form';
import { DepositsPanel } from './deposits/DepositsPanel';
import { ProjectLink } from './ProjectLink';
import { statusMeta } from './status';

const breadcrumbs = [
  { label: t.contracts.title, to: '/contracts' },
  { label: t.contracts.contractDeposit, to: '/contracts/contract-deposit' },
];

// What a deposit is paid for; the rest is on the contract's own page.
const sections = anySections(contractSections('view').filter(({ id }) => id === 'tender' || id === 'value'));

/** A contract with its deposits. */
export function ContractWithDeposits() {
  const { id = '' } = useParams();
  const contract = useQuery(ContractService.method.getContract, { id });
  const deposits = useQuery(SecurityDepositService.method.listSecurityDeposits, { contractId: id });
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });

  if (!contract.data || !deposits.data) {
    const error = (contract.data ? null : contract.error) ?? (deposits.data ? null : deposits.error);
    if (!error) return <RecordSkeleton title={t.common.loading} sections={sections} />;
    const retry = () => Promise.all([contract.refetch(), deposits.refetch()]);
    return (
      <LoadFailure
        error={error}
        retry={retry}
        failed={t.contractDeposit.fetchFailed}
        module={moduleName(Module.CONTRACTS)}
        breadcrumbs={breadcrumbs}
      />
    );
  }

  const { bidId, contractName, status, createdAt, updatedAt } = contract.data;
  return (
    <RecordPage
      title={contractName || bidId}
      breadcrumbs={breadcrumbs}
      description={
        <RecordFacts createdAt={createdAt} updatedAt={updatedAt}>
          <StatusBadge meta={statusMeta(status)} />
          <span>{bidId}</span>
        </RecordFacts>
      }
      actions={
        <>
          <Can module={Module.CONTRACTS} action="create">
            {(_, reason) => (
              <GuardedLink
                to={`/contracts/${id}/security-deposit/create`}
                reason={reason}
                icon={<IconPlus size={16} aria-hidden />}
              >
                {t.contracts.addDeposit}
              </GuardedLink>
            )}
          </Can>
          <CreateProjectButton contract={contract.data} />
          {contract.data.isProjectCreated && <ProjectLink contractId={id} />}
          <Button variant="default" component={Link} to={`/contracts/${id}/security-deposit`}>
            {t.contracts.securityDeposits}
          </Button>
          <Button variant="default" component={Link} to={`/contracts/${id}`}>
            {t.contractDeposit.viewContract}
          </Button>
        </>
      }
      sections={sections}
      values={{ ...contractValues(contract.data) }}
      panels={[
        {
          id: 'deposits',
          title: t.contracts.securityDeposits,
          content: <DepositsPanel contract={contract.data} deposits={deposits.data.deposits} cards={phone} />,
        },
      ]}
    />
  );
}
