import { Progress as Bar } from '@mantine/core';
import { t } from '@/i18n/imports';
import { formatCount } from '@/kit/format';
import classes from './BulkUpload.module.css';
import { type Progress, STAGES } from './import-events';

/** How far an import is: the stages in a row, and the share of the current one. */
export function ImportProgress({
  sent,
  progress,
  dryRun,
}: {
  sent: number;
  progress: Progress | undefined;
  /** Nothing will be stored. */
  dryRun: boolean;
}) {
  const stages = dryRun ? STAGES.filter((name) => name !== 'STORING') : STAGES;
  // Until the server speaks, all that is known is how much has left this machine.
  const stage = progress?.stage ?? 'RECEIVING';
  const share =
    progress === undefined || stage === 'RECEIVING'
      ? sent
      : progress.total > 0
        ? Math.min(1, progress.done / progress.total)
        : 0;
  const current = stages.indexOf(stage);
  const percent = Math.round(((current + share) / stages.length) * 100);
  const counted = progress !== undefined && !progress.isWaiting && stage !== 'RECEIVING' && progress.total > 0;
  return (
    <div className={classes.progress}>
      <ol className={classes.stages}>
        {stages.map((name, index) => (
          <li
            key={name}
            data-state={index < current ? 'past' : index === current ? 'now' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            {t.bulkUpload.stages[name]}
          </li>
        ))}
      </ol>
      <Bar value={percent} size="sm" radius={0} aria-label={t.bulkUpload.progress} />
      <p className={classes.hint} role="status">
        {progress?.isWaiting ? t.bulkUpload.waiting : t.bulkUpload.stages[stage]}
        {counted && ` — ${t.bulkUpload.rowsOf(formatCount(progress.done), formatCount(progress.total))}`}
      </p>
    </div>
  );
}
