import { Progress as Bar } from '@mantine/core';
import { t } from '@/i18n/t';
import { formatCount } from '@/kit/format';
import classes from './BulkUpload.module.css';
import { type Progress, STAGES } from './import-events';

const LABEL = {
  RECEIVING: t.bulkUpload.stages.receiving,
  READING: t.bulkUpload.stages.reading,
  CHECKING: t.bulkUpload.stages.checking,
  STORING: t.bulkUpload.stages.storing,
} as const;

/** How far an import is: the stages in a row, and the share of the current one. */
export function ImportProgress({ sent, progress }: { sent: number; progress: Progress | undefined }) {
  // Until the server speaks, all that is known is how much has left this machine.
  const stage = progress?.stage ?? 'RECEIVING';
  const share =
    progress === undefined || stage === 'RECEIVING'
      ? sent
      : progress.total > 0
        ? Math.min(1, progress.done / progress.total)
        : 0;
  const current = STAGES.indexOf(stage);
  const percent = Math.round(((current + share) / STAGES.length) * 100);
  const counted = progress !== undefined && stage !== 'RECEIVING' && progress.total > 0;
  return (
    <div className={classes.progress}>
      <ol className={classes.stages}>
        {STAGES.map((name, index) => (
          <li
            key={name}
            data-state={index < current ? 'past' : index === current ? 'now' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            {LABEL[name]}
          </li>
        ))}
      </ol>
      <Bar value={percent} size="sm" radius={0} aria-label={t.bulkUpload.progress} />
      <p className={classes.hint} role="status">
        {LABEL[stage]}
        {counted && ` — ${t.bulkUpload.rowsOf(formatCount(progress.done), formatCount(progress.total))}`}
      </p>
    </div>
  );
}
