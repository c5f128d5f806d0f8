import { t } from '@/i18n/deposits';
import { inOrder, Timeline } from '@/kit/timeline/Timeline';
import { depositChange } from './changes';
import { TimelineOf } from './TimelineOf';

/** How a deposit's status changed. */
export function DepositTimeline({ contractId, depositId }: { contractId: string; depositId: string }) {
  return (
    <TimelineOf contractId={contractId}>
      {({ depositChanges }) => (
        <Timeline
          label={t.timeline.entries}
          entries={inOrder(depositChanges.filter((change) => change.depositId === depositId).map(depositChange))}
        />
      )}
    </TimelineOf>
  );
}
