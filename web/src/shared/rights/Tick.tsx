import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '@/i18n/t';
import { NONE } from '@/kit/format';
import classes from './RightsTable.module.css';

/** The sign for yes. */
export function TickIcon() {
  return <IconCheck size={18} stroke={2.5} aria-hidden className={classes.tick} />;
}

/** Yes or no, to read. */
export function Tick({ on }: { on: boolean }) {
  return (
    <>
      {on ? (
        <TickIcon />
      ) : (
        <span aria-hidden className={classes.none}>
          {NONE}
        </span>
      )}
      <VisuallyHidden>{on ? t.common.yes : t.common.no}</VisuallyHidden>
    </>
  );
}
