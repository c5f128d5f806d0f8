import {
  IconBuildingBank,
  IconCalendarEvent,
  IconFlag,
  IconFlagCheck,
  IconGavel,
  IconMailOpened,
  IconRosette,
  IconSignature,
  IconWallet,
} from '@tabler/icons-react';
import { type Milestone, Milestone_Kind } from '@/gen/nirmaan/contracts/v1/timeline_service_pb';
import { t } from '@/i18n/timeline';
import type { StatusMeta } from '@/kit/data/StatusBadge';
import { formatDate, isoOfDate } from '@/kit/format';
import type { Span } from '@/kit/timeline/Schedule';
import type { TimelineEntry } from '@/kit/timeline/Timeline';

const words = t.timeline;

type Kind = keyof typeof words.kinds;

const ICONS: Readonly<Record<Kind, StatusMeta['icon']>> = {
  OPENING: IconMailOpened,
  CLOSING: IconGavel,
  RESULT: IconBuildingBank,
  DRAFTING: IconCalendarEvent,
  PAYMENT_SUBMITTED: IconWallet,
  AWARD: IconRosette,
  AGREEMENT: IconSignature,
  START: IconFlag,
  END: IconFlagCheck,
};

const isKind = (name: string | undefined): name is Kind => name !== undefined && name in ICONS;

/** Days late as a person would say it; `open` where it hasn't happened, so that more may be added. */
export function lateness(days: number, open: boolean): string {
  if (days === 0) return words.onTime;
  if (days < 0) return words.early(-days);
  return open ? words.soFar(words.late(days)) : words.late(days);
}

/** A day that matters, as an entry of the timeline; undefined for a kind that this version doesn't know. */
export function milestoneEntry({ kind, planned, actual, daysLate, isPast }: Milestone): TimelineEntry | undefined {
  const name: string | undefined = Milestone_Kind[kind];
  if (!isKind(name)) return undefined;
  const happened = actual !== undefined && isPast;
  const late = daysLate ?? 0;
  return {
    key: name,
    day: isoOfDate(actual ?? planned),
    title: happened ? words.kinds[name] : words.aheadKinds[name],
    icon: ICONS[name],
    tone: happened ? 'mor' : 'gray',
    note: actual && planned ? words.planned(formatDate(isoOfDate(planned))) : note(happened, isPast),
    lateness:
      daysLate === undefined
        ? undefined
        : { text: lateness(daysLate, actual === undefined), tone: late > 0 ? 'sindoor' : 'neem' },
    open: !happened,
  };
}

function note(happened: boolean, isPast: boolean): string | undefined {
  if (happened) return undefined;
  return isPast ? words.notYet : words.expected;
}

/** The work as it was planned and as it went. */
export function workSpans(milestones: readonly Milestone[]): { planned: Span; actual: Span } {
  const start = milestones.find(({ kind }) => kind === Milestone_Kind.START);
  const end = milestones.find(({ kind }) => kind === Milestone_Kind.END);
  return {
    planned: { from: isoOfDate(start?.planned), to: isoOfDate(end?.planned) },
    actual: { from: isoOfDate(start?.actual), to: isoOfDate(end?.actual) },
  };
}
