import type { Project } from '@/gen/nirmaan/projects/v1/project_pb';
import { t } from '@/i18n/projects';
import { MoneyText } from '@/kit/data/Money';
import { ProgressBar } from '@/kit/data/ProgressBar';
import { Sum, Sums } from '@/kit/data/Sums';
import { formatCount } from '@/kit/format';

const words = t.projects.sums;

/** What the tasks of a project come to. */
export function ProjectSums({ project: { sums, projectBidValue } }: { project: Project }) {
  return (
    <Sums>
      <Sum term={words.progress} hint={words.weighted}>
        <ProgressBar percent={sums?.progress ?? 0} />
      </Sum>
      <Sum term={words.tasks} hint={words.leaves(formatCount(sums?.leaves ?? 0))}>
        {formatCount(sums?.tasks ?? 0)}
      </Sum>
      <Sum term={words.estimated} hint={words.withTax}>
        <MoneyText paise={sums?.estimatedAmount?.paise ?? 0n} />
      </Sum>
      <Sum term={words.actual} hint={words.withTax}>
        <MoneyText paise={sums?.actualAmount?.paise ?? 0n} />
      </Sum>
      <Sum term={t.projects.fields.projectBidValue}>
        <MoneyText paise={projectBidValue?.paise} />
      </Sum>
    </Sums>
  );
}
