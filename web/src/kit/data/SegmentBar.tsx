import { Link } from 'react-router';
import { formatCount } from '@/kit/format';
import classes from './figures.module.css';
import { type Tone, toneStyle } from './StatusBadge';

/** One part of a whole. */
export interface Segment {
  label: string;
  count: number;
  tone: Tone;
  to: string;
}

/** Parts of a whole side by side, as wide as their counts but never too narrow to read. */
export function SegmentBar({ segments, label }: { segments: readonly Segment[]; label: string }) {
  const total = segments.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className={classes.segments} aria-label={label}>
      {segments.map(({ label: name, count, tone, to }) => {
        const share = total > 0 ? Math.round((count * 100) / total) : 0;
        return (
          <li key={name} style={{ ...toneStyle(tone), ['--share' as string]: Math.max(count, total / 20) || 1 }}>
            <Link to={to} className={classes.segment}>
              <strong>{formatCount(count)}</strong> {name} <span className={classes.share}>{share}%</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
