import { Button } from '@mantine/core';
import { IconRubberStamp } from '@tabler/icons-react';
import { t } from '@/i18n/access';
import { useLazyDialog } from '@/kit/overlay/useLazyDialog';

const load = async () => (await import('./SealDialog')).SealDialog;

/** Leads to the newest seal over the activity. */
export function SealButton() {
  const { open, dialog } = useLazyDialog(load);
  return (
    <>
      <Button variant="default" leftSection={<IconRubberStamp size={16} aria-hidden />} onClick={open}>
        {t.audit.seal.title}
      </Button>
      {dialog({})}
    </>
  );
}
