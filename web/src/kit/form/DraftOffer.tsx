import { Alert, Button, Group } from '@mantine/core';
import { t } from '@/i18n/draft';
import type { Draft } from './draft';
import classes from './Form.module.css';
import { isOld } from './useAttempt';

/** Offers what an earlier visit has left unsaved. It stays in sight: a page that is loaded again is scrolled as it was. */
export function DraftOffer({
  draft,
  busy,
  onRestore,
  onDiscard,
}: {
  draft: Draft;
  /** While something else is being saved. */
  busy: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  return (
    <Alert color="neel" role="status" className={classes.offer}>
      <div className={classes.offered}>
        <span>
          {t.draft.found} {draft.attempt && (isOld(draft.attempt) ? t.draft.sentLongAgo : t.draft.sent)}
        </span>
        <Group gap="sm">
          <Button size="xs" onClick={onRestore} disabled={busy}>
            {t.draft.restore}
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard} disabled={busy}>
            {t.draft.discard}
          </Button>
        </Group>
      </div>
    </Alert>
  );
}
