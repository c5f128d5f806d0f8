import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { t } from '@/i18n/t';
import { SidePanel } from '@/kit/overlay/SidePanel';
import { lazyPart } from '@/kit/Part';
import { HistorySkeleton } from './HistorySkeleton';

// Few records are asked for theirs.
const RecordHistory = lazyPart(async () => (await import('./RecordHistory')).RecordHistory, <HistorySkeleton />);

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
        {t.record.history}
      </Button>
      <SidePanel opened={opened} onClose={close} title={t.record.history}>
        <RecordHistory entity={entity} id={id} />
      </SidePanel>
    </>
  );
}
