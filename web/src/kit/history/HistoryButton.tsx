import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { t } from '@/i18n/t';
import { SidePanel } from '@/kit/overlay/SidePanel';
import { RecordHistory } from './RecordHistory';

/** Opens what happened to a record. Whoever may see the record may see its history. */
export function HistoryButton({
  entity,
  id,
}: {
  /** The kind of record, as the trail names it. */
  entity: string;
  id: string;
}) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={open}>
        {t.trail.history}
      </Button>
      <SidePanel opened={opened} onClose={close} title={t.trail.history}>
        <RecordHistory entity={entity} id={id} />
      </SidePanel>
    </>
  );
}
