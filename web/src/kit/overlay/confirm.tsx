import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { t } from '@/i18n/frame';
import { userMessage } from '../errors';
import { Dialog } from './Dialog';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly question: string;
  readonly confirmLabel: string;
  /** Colours the confirming button as destructive. */
  readonly danger?: boolean;
  /** Does it. The dialog closes when it resolves and stays open with the reason when it rejects. */
  readonly onConfirm: () => Promise<unknown>;
  /** Said when the failure carries no sentence of its own. */
  readonly failed: string;
  /** What stands below the question. */
  readonly children?: ReactNode;
}

/** Asks before doing something that isn't easily undone. Focus starts on Cancel, so a stray Enter does nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, question, confirmLabel, danger = false, onConfirm, failed, children } = props;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    if (opened) setError(undefined);
  }, [opened]);

  async function confirm() {
    setPending(true);
    setError(undefined);
    try {
      await onConfirm();
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog opened={opened} onClose={() => !pending && onClose()} title={title}>
      <Stack gap="md">
        <Text>{question}</Text>
        {children}
        {error !== undefined && (
          <Alert color="sindoor" role="alert">
            {userMessage(error, failed)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose} disabled={pending}>
            {t.common.cancel}
          </Button>
          <Button color={danger ? 'sindoor' : undefined} loading={pending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
