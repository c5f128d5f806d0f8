import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '@/i18n/people';
import { fieldErrors, userMessage } from '@/kit/errors';

const words = t.profile.secondFactor;

interface OneFieldProps {
  readonly onSubmit: (value: string) => Promise<unknown>;
  /** Absent where there is nothing to go back to. */
  readonly onCancel: (() => void) | undefined;
  /** The field of the request. */
  readonly field: string;
  /** What stands in it at first. */
  readonly initial?: string;
  /** Said when it is empty. */
  readonly required: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly children: (value: string, onChange: (value: string) => void, error: string | undefined) => ReactNode;
}

/** One field and what to do with it. */
export function OneField({
  field,
  initial = '',
  required,
  submit,
  danger = false,
  onSubmit,
  onCancel,
  children,
}: OneFieldProps) {
  const [value, setValue] = useState(initial);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();

  async function send(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    if (!value.trim()) return setError(required);
    setError(undefined);
    setPending(true);
    try {
      await onSubmit(value);
    } catch (problem) {
      const ofField = fieldErrors(problem, '')[field];
      if (ofField) setError(ofField);
      else setFailure(userMessage(problem, words.failed));
    } finally {
      setPending(false);
    }
  }

  return (
    <form method="post" onSubmit={send} noValidate>
      <Stack gap="md">
        {children(value, setValue, error)}
        {failure !== undefined && (
          <Alert color="sindoor" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={pending}>
              {t.common.cancel}
            </Button>
          )}
          <Button type="submit" color={danger ? 'sindoor' : undefined} loading={pending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
