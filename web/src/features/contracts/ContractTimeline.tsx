import { IconFileText } from '@tabler/icons-react';
import type { ContractStatusChange, ContractTimeline as Course } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/timeline';
import { named } from '@/kit/named';
import { dayOfInstant } from '@/kit/timeline/days';
import { Schedule } from '@/kit/timeline/Schedule';
import { inOrder, Timeline, type TimelineEntry } from '@/kit/timeline/Timeline';
import { namedDepositChange } from './deposits/changes';
import { TimelineOf } from './deposits/TimelineOf';
import { milestoneEntry, workSpans } from './milestones';
import { statusMeta } from './status';

/** A contract's course: the work planned and actual, and all that happened to it and its deposits. */
export function ContractTimeline({ contractId }: { contractId: string }) {
  return (
    <TimelineOf contractId={contractId}>
      {(course) => (
        <>
          <Schedule {...workSpans(course.milestones)} />
          <Timeline label={t.timeline.entries} entries={entriesOf(course, contractId)} />
        </>
      )}
    </TimelineOf>
  );
}

function entriesOf({ milestones, statusChanges, depositChanges }: Course, contractId: string): TimelineEntry[] {
  return inOrder([
    ...milestones.flatMap((milestone) => milestoneEntry(milestone) ?? []),
    ...statusChanges.map(statusChange),
    ...depositChanges.map((change) => namedDepositChange(change, contractId)),
  ]);
}

function statusChange({ from, to, at, actor, actorState }: ContractStatusChange): TimelineEntry {
  const meta = statusMeta(to);
  return {
    key: `status:${at?.seconds}.${at?.nanos}`,
    day: dayOfInstant(at),
    at,
    title: t.timeline.contract,
    icon: meta?.icon ?? IconFileText,
    tone: meta?.tone ?? 'gray',
    change: { from: statusMeta(from), to: meta },
    note: t.timeline.by(named(actor, actorState) || t.record.system),
  };
}
