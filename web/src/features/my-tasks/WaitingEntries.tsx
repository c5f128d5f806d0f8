import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useBlocker } from 'react-router';
import { t } from '@/i18n/my-tasks';
import { UnsavedDialog } from '@/kit/form/UnsavedGuard';
import { entryInWords } from './entries';
import type { useEntries } from './useEntries';
import { hasHidden, type WaitingEntry } from './waiting';
import { dropAll, hasUnsent } from './waiting-keys';

const words = t.myTasks;

/** What was entered and isn't stored: what waits for the connection, and what the server did not take. */
export function WaitingEntries({ work }: { work: ReturnType<typeof useEntries> }) {
  const { entries, stuck, send } = work;
  // Logging out empties this device's storage, and what was entered with it.
  const blocker = useBlocker(
    ({ nextLocation }) => (nextLocation.state as { signOut?: boolean } | null)?.signOut === true && hasUnsent(),
  );
  return (
    <>
      {stuck.length > 0 && (
        <Alert color="haldi" role="status" icon={<IconCloudOff aria-hidden />} title={words.waitingTitle(stuck.length)}>
          <Group justify="space-between" gap="xs">
            <Text size="sm">{words.waitingHint}</Text>
            <Button variant="default" onClick={send}>
              {words.sendNow}
            </Button>
          </Group>
        </Alert>
      )}
      {hasHidden() && (
        <Alert color="haldi" role="status" icon={<IconAlertTriangle aria-hidden />} title={words.hiddenTitle}>
          {words.hiddenHint}
        </Alert>
      )}
      {entries.map((entry) => entry.problem && <Problem key={entry.id} entry={entry} work={work} />)}
      <UnsavedDialog
        blocker={blocker}
        onLeave={dropAll}
        title={t.session.unsentTitle}
        question={t.session.unsentQuestion}
      />
    </>
  );
}

/** Nothing that was entered is lost, and nothing of others overwritten, until the user has chosen. */
function Problem({ entry, work: { again, drop } }: { entry: WaitingEntry; work: ReturnType<typeof useEntries> }) {
  const { id, title, problem } = entry;
  return (
    <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={words.notTaken(title)}>
      <Text size="sm">
        {problem?.message} {words.yours(entryInWords(entry))}
      </Text>
      <Group gap="xs" mt="xs">
        <Button variant="default" onClick={() => again(id)}>
          {problem?.kind === 'conflict' ? words.keepMine : t.common.tryAgain}
        </Button>
        <Button variant="default" onClick={() => drop(id)}>
          {words.discard}
        </Button>
      </Group>
    </Alert>
  );
}
