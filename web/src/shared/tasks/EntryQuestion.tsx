import { useRef } from 'react';
import { t } from '@/i18n/work';
import { ConfirmDialog } from '@/kit/overlay/confirm';

const words = t.work.quantities;

/** Something unusual that was entered of a task and waits for an answer. */
export interface AskedEntry {
  /** The task's title. */
  readonly title: string;
  /** What is unusual about it. */
  readonly unusual: string;
  /** Takes it as it is. Not waited for: the page shows it at once, and says itself when the server refuses. */
  readonly save: () => void;
}

/** Asks whether an entry is meant. */
export function EntryQuestion({ asked, onClose }: { asked: AskedEntry | undefined; onClose: () => void }) {
  // The dialog still shows its question while it fades out.
  const shown = useRef(asked);
  if (asked) shown.current = asked;
  return (
    <ConfirmDialog
      opened={asked !== undefined}
      onClose={onClose}
      title={words.saveTitle(shown.current?.title ?? '')}
      question={shown.current?.unusual ?? ''}
      confirmLabel={words.save}
      failed={t.errors.unknown}
      onConfirm={async () => asked?.save()}
    />
  );
}
