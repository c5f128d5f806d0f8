import { type Timestamp, timestampDate } from '@bufbuild/protobuf/wkt';
import { formatInstant, NONE } from '@/kit/format';
import classes from './RecordFacts.module.css';

/** A moment in Indian time, its time of day below the day where there is no room beside it; a dash when it is not set. */
export function InstantText({ at }: { at: Timestamp | undefined }) {
  if (!at) return <>{NONE}</>;
  const text = formatInstant(at);
  const [day, time] = text.split(', ');
  return (
    <time dateTime={timestampDate(at).toISOString()} className={classes.instant} title={text}>
      <span>{day}</span> <span>{time}</span>
    </time>
  );
}
