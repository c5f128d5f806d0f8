import { useQuery } from '@connectrpc/connect-query';
import { Button } from '@mantine/core';
import { IconCrane } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { t } from '@/i18n/deposits';
import { useCan } from '@/session/Can';
import { Module } from '@/session/permissions';

/** Leads from a contract to its project; nothing for whoever may not see it. */
export function ProjectLink({ contractId }: { contractId: string }) {
  const allowed = useCan(Module.PROJECTS, 'view');
  const { data } = useQuery(
    ProjectService.method.filterProjects,
    { contractId, pagination: { page: 0, size: 1 }, withoutSums: true },
    { enabled: allowed },
  );
  const project = data?.content[0];
  if (!project) return null;
  return (
    <Button
      variant="default"
      component={Link}
      to={`/projects/${project.id}`}
      leftSection={<IconCrane size={16} aria-hidden />}
    >
      {t.contractDeposit.project}
    </Button>
  );
}
