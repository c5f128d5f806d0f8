import { useId } from 'react';
import { t } from '@/i18n/imports';
import { formatCount } from '@/kit/format';
import classes from './BulkUpload.module.css';
import { OUTCOMES, type RowOutcome } from './import-events';

/** Which rows are shown: those that come out so, all, or those that are worth a second look. */
export type Shown = RowOutcome | 'ALL' | 'WARNED';

/** How many rows come out how, each figure a choice of what the table shows. Warnings have one only where there are any. */
export function OutcomeFilter({
  counts,
  value,
  onChange,
}: {
  counts: Readonly<Record<Shown, number>>;
  value: Shown;
  onChange: (value: Shown) => void;
}) {
  const name = useId();
  const kinds: readonly Shown[] = ['ALL', ...OUTCOMES, ...(counts.WARNED > 0 ? (['WARNED'] as const) : [])];
  return (
    <fieldset className={classes.tiles}>
      <legend className="visually-hidden">{t.bulkUpload.filter}</legend>
      {kinds.map((shown) => (
        <label key={shown} className={classes.tile} data-outcome={shown}>
          <input
            type="radio"
            name={name}
            checked={value === shown}
            disabled={counts[shown] === 0}
            onChange={() => onChange(shown)}
          />
          <span className={classes.tileCount}>{formatCount(counts[shown])}</span>
          <span>{shown === 'ALL' ? t.bulkUpload.allRows : t.bulkUpload.kinds[shown]}</span>
        </label>
      ))}
    </fieldset>
  );
}
