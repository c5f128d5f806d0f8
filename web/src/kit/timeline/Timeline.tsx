import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { Button, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '@/i18n/timeline';
import { StatusBadge, type StatusMeta, type Tone, toneStyle } from '@/kit/data/StatusBadge';
import { formatDate, formatInstant } from '@/kit/format';
import { today } from './days';
import classes from './Timeline.module.css';

const words = t.timeline;

/** Something with a date. */
export interface TimelineEntry {
  key: string;
  /** On which day, as `YYYY-MM-DD`. */
  day: string;
  /** At which moment, where that is known. */
  at?: Timestamp | undefined;
  title: ReactNode;
  icon: Icon;
  tone: Tone;
  /** The change of status that it is; without "from" it is the first. */
  change?: { from: StatusMeta | undefined; to: StatusMeta | undefined };
  /** Whose doing, or what was planned. */
  note?: string | undefined;
  /** How late it is, in words. */
  lateness?: { text: string; tone: Tone } | undefined;
  /** Its day is yet to come, or has passed without it. */
  open?: boolean;
}

/** The oldest first; on one day what has no time of day comes first. */
export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => a.day.localeCompare(b.day) || moment(a) - moment(b));

const moment = ({ at }: TimelineEntry) => (at ? Number(at.seconds) + at.nanos / 1e9 : 0);

/** More than these are folded away, the oldest of them. */
const SHOWN = 30;

/** Entries along a line, with today where it falls among them. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  const [all, { open }] = useDisclosure();
  if (entries.length === 0) return <p className={classes.none}>{words.empty}</p>;
  const hidden = all ? 0 : Math.max(0, entries.length - SHOWN);
  const shown = entries.slice(hidden);
  const now = today();
  const ahead = shown.findIndex(({ day }) => day > now);
  return (
    <>
      {hidden > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={open}>
          {words.earlier(hidden)}
        </Button>
      )}
      <ol className={classes.line} aria-label={label}>
        {shown.flatMap((entry, place) => [
          ...(place === ahead ? [<Today key="today" day={now} />] : []),
          <Entry key={entry.key} entry={entry} />,
        ])}
      </ol>
    </>
  );
}

function Today({ day }: { day: string }) {
  return (
    <li className={classes.today}>
      <time dateTime={day} className={classes.day}>
        {formatDate(day)}
      </time>{' '}
      <span className={classes.node} aria-hidden />
      <span>{words.today}</span>
    </li>
  );
}

// The spaces between the parts are for those who hear or copy them: the eye has the gaps.
function Entry({ entry }: { entry: TimelineEntry }) {
  const { day, at, title, icon: EntryIcon, tone, change, note, lateness, open } = entry;
  const [, time] = at ? formatInstant(at).split(', ') : [];
  return (
    <li style={toneStyle(tone)} data-open={open || undefined}>
      <time dateTime={day} className={classes.day}>
        {formatDate(day)} {time && <small>{time}</small>}
      </time>{' '}
      <span className={classes.node} aria-hidden>
        <EntryIcon size={14} stroke={2} />
      </span>
      <div className={classes.what}>
        <span className={classes.title}>{title}</span>
        {change && (
          <>
            {' '}
            <Change {...change} />
          </>
        )}
        {lateness && (
          <>
            {' '}
            <span className={classes.lateness} style={toneStyle(lateness.tone)}>
              {lateness.text}
            </span>
          </>
        )}
        {note && <span className={classes.note}> {note}</span>}
      </div>
    </li>
  );
}

function Change({ from, to }: { from: StatusMeta | undefined; to: StatusMeta | undefined }) {
  return (
    <span className={classes.change}>
      {from ? (
        <>
          <VisuallyHidden>{words.from}</VisuallyHidden> <StatusBadge meta={from} /> <span aria-hidden>→</span>{' '}
          <VisuallyHidden>{words.to}</VisuallyHidden>
        </>
      ) : (
        <span className={classes.note}>{words.createdAs}</span>
      )}{' '}
      <StatusBadge meta={to} />
    </span>
  );
}
