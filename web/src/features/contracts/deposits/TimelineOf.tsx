import { useQuery } from '@connectrpc/connect-query';
import type { ReactNode } from 'react';
import { type ContractTimeline, ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/deposits';
import { Pending } from '@/kit/Pending';

/** Reads a contract's timeline and draws it, or says why there is none. */
export function TimelineOf({
  contractId,
  children,
}: {
  contractId: string;
  children: (timeline: ContractTimeline) => ReactNode;
}) {
  const query = useQuery(
    ContractTimelineService.method.getContractTimeline,
    { contractId },
    // Whoever looks at a record wants to see what happened until now.
    { staleTime: 0 },
  );
  if (query.data) return children(query.data);
  return <Pending error={query.error} retry={query.refetch} failed={t.timeline.failed} height={132} />;
}
