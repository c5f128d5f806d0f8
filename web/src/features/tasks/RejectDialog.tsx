import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/tasks';
import { userMessage } from '@/kit/errors';
import { Dialog } from '@/kit/overlay/Dialog';
import { keepUnsaved } from '@/kit/unsaved';

const words = t.tasks.review;
const MAX_REASON = 4000;

function problemOf(reason: string): string | undefined {
  if (reason === '') return words.reasonRequired;
  return reason.length > MAX_REASON ? words.reasonLong : undefined;
}

/** Asks why a task is rejected. What was typed stays when the server refuses. */
export function RejectDialog({
  title,
  opened,
  onClose,
  onReject,
}: {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** Does it. The dialog closes when it resolves and stays open with the reason when it rejects. */
  onReject: (reason: string) => Promise<unknown>;
}) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);

  useEffect(() => {
    if (!opened) return;
    setReason('');
    setProblem(undefined);
    setFailure(undefined);
  }, [opened]);

  const isTyped = opened && reason !== '';
  useEffect(() => (isTyped ? keepUnsaved() : undefined), [isTyped]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(reason.trim());
    setProblem(found);
    if (found) return input.current?.focus();
    setPending(true);
    setFailure(undefined);
    try {
      await onReject(reason.trim());
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };

  return (
    <Dialog opened={opened} onClose={() => !pending && onClose()} title={words.rejectTitle(title)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {failure !== undefined && (
            <Alert color="sindoor" role="alert">
              {userMessage(failure, words.failed)}
            </Alert>
          )}
          <Textarea
            ref={input}
            data-autofocus
            label={words.reason}
            description={words.reasonHint}
            required
            autosize
            minRows={3}
            maxRows={10}
            value={reason}
            error={problem}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={pending}>
              {t.common.cancel}
            </Button>
            <Button type="submit" color="sindoor" loading={pending}>
              {words.reject}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
