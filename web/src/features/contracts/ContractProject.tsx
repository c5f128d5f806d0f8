import type { Contract } from '@/gen/nirmaan/contracts/v1/contract_pb';
import { CreateProjectButton } from './CreateProjectButton';
import { ProjectLink } from './ProjectLink';

/** Leads from a contract to its project, or to making one where it may have one. */
export function ContractProject({ contract }: { contract: Contract }) {
  return contract.isProjectCreated ? (
    <ProjectLink contractId={contract.id} />
  ) : (
    <CreateProjectButton contract={contract} />
  );
}
