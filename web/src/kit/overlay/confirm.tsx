import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { t } from '@/i18n/frame';
import { GuardedButton } from '../data/GuardedButton';
import { userMessage } from '../errors';
import { Dialog } from './Dialog';

/** What has to be typed before something is done, so that nobody does it to the wrong record. */
export interface TypedText {
  /** Asks for it. */
  readonly label: string;
  readonly text: string;
  /** Says that something else was typed. */
  readonly wrong: string;
}

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
  readonly typed?: TypedText | undefined;
}

/** A text as it is compared: without what keyboards change by themselves, such as capitals, quotes and spaces. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/**
 * Asks before doing something that isn't easily undone. Focus starts on Cancel, or where something has to be typed, so a
 * stray Enter does nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, question, confirmLabel, danger = false, onConfirm, failed, children, typed } = props;
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const [entry, setEntry] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const isTyped = typed === undefined || plain(entry) === plain(typed.text);

  useEffect(() => {
    if (!opened) return;
    setError(undefined);
    setEntry('');
    setIsWrong(false);
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsWrong(!isTyped);
    if (isTyped && !pending) void confirm();
  };

  return (
    <Dialog opened={opened} onClose={() => !pending && onClose()} title={title}>
      <Stack gap="md">
        <Text>{question}</Text>
        {children}
        {typed && (
          <form onSubmit={submit}>
            <TextInput
              label={typed.label}
              value={entry}
              onChange={(event) => {
                setEntry(event.currentTarget.value);
                setIsWrong(false);
              }}
              error={isWrong && typed.wrong}
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              data-autofocus
            />
          </form>
        )}
        {error !== undefined && (
          <Alert color="sindoor" role="alert">
            {userMessage(error, failed)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus={typed ? undefined : true} onClick={onClose} disabled={pending}>
            {t.common.cancel}
          </Button>
          <GuardedButton
            reason={isTyped ? undefined : `${typed.label}.`}
            color={danger ? 'sindoor' : undefined}
            loading={pending}
            onClick={confirm}
          >
            {confirmLabel}
          </GuardedButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
