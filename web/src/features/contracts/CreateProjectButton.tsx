import { IconCrane } from '@tabler/icons-react';
import { type Contract, Contract_Status } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { t } from '@/i18n/deposits';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { Can } from '@/session/Can';
import { Module } from '@/session/permissions';

/** Makes a contract that was awarded a project, once; other contracts don't have the button. */
export function CreateProjectButton({ contract, small }: { contract: Contract; small?: boolean }) {
  const { id, bidId, status, isProjectCreated } = contract;
  if (status !== Contract_Status.AWARDED) return null;
  return (
    <Can module={Module.PROJECTS} action="create">
      {(_, missing) => (
        <GuardedLink
          to={`/projects/create?contractId=${id}`}
          reason={isProjectCreated ? t.contractDeposit.projectExists : missing}
          icon={<IconCrane size={small ? 14 : 16} aria-hidden />}
          variant={small ? 'light' : 'default'}
          size={small ? 'compact-xs' : 'sm'}
          aria-label={t.contractDeposit.createProjectFrom(bidId)}
        >
          {t.contracts.createProject}
        </GuardedLink>
      )}
    </Can>
  );
}
