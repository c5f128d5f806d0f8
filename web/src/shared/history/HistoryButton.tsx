import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { t } from '@/i18n/t';
import { withTimeout } from '@/kit/lazy';
import { SidePanel } from '@/kit/overlay/SidePanel';
import { HistorySkeleton } from './HistorySkeleton';

// Few records are asked for theirs.
const RecordHistory = lazy(async () => ({
  default: (await withTimeout(import('./RecordHistory'))).RecordHistory,
}));

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
        <Suspense fallback={<HistorySkeleton />}>
          <RecordHistory entity={entity} id={id} />
        </Suspense>
      </SidePanel>
    </>
  );
}
