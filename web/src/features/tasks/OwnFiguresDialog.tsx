import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef } from 'react';
import { Task_OnOwnFigures } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/tree';
import { formatMoney } from '@/kit/format';
import { Dialog } from '@/kit/overlay/Dialog';
import type { TaskRow } from '@/shared/tasks/task-node';

const words = t.taskTree.ownFigures;

interface OwnFiguresDialogProps {
  /** The task whose figures are asked about, if any. */
  readonly asked: TaskRow | undefined;
  /** Undefined for nothing of both: the move is off. */
  readonly onAnswer: (choice: Task_OnOwnFigures | undefined) => void;
}

/** Asks what becomes of the figures of a task that is about to get its first task below it. */
export function OwnFiguresDialog({ asked, onAnswer }: OwnFiguresDialogProps) {
  // The dialog still shows its question while it fades out.
  const shown = useRef(asked);
  if (asked) shown.current = asked;
  const { title = '', estimatedAmount = 0n } = shown.current ?? {};
  const cancel = () => onAnswer(undefined);
  return (
    <Dialog opened={asked !== undefined} onClose={cancel} title={words.title(title)}>
      <Stack gap="md">
        <Text>{words.question(formatMoney(estimatedAmount))}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {t.common.cancel}
          </Button>
          <Button variant="default" c="sindoor" onClick={() => onAnswer(Task_OnOwnFigures.DROP)}>
            {words.drop}
          </Button>
          <Button data-autofocus onClick={() => onAnswer(Task_OnOwnFigures.KEEP)}>
            {words.keep}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
