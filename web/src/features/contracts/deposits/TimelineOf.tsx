import { useQuery } from '@connectrpc/connect-query';
import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ContractTimeline, ContractTimelineService } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/deposits';
import { userMessage } from '@/kit/errors';
import { EmptyState } from '@/kit/list/EmptyState';

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
  if (query.isError) {
    return (
      <EmptyState
        kind="error"
        title={t.timeline.failed}
        headingLevel={3}
        action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
      >
        {userMessage(query.error, t.errors.unknown)}
      </EmptyState>
    );
  }
  return (
    <div aria-busy>
      {['first', 'second', 'third'].map((place) => (
        <Skeleton key={place} height={26} width="70%" mb={18} ml={104} />
      ))}
    </div>
  );
}
