import { Code, ConnectError } from '@connectrpc/connect';
import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { t } from '@/i18n/lists';
import { fieldErrors, userMessage } from '@/kit/errors';
import { IDEMPOTENCY_HEADER, newIdempotencyKey } from '@/kit/form/idempotency';
import classes from './ListTools.module.css';

const words = t.views;
const MAX_NAME = 100;

/** What a view is called, and who sees it. */
interface ViewFields {
  readonly name: string;
  readonly isShared: boolean;
}

/** Names a view: a new one, or one that there is. */
export function ViewForm({
  title,
  name: given,
  shareable = false,
  submitLabel,
  onSubmit,
  onCancel,
}: {
  title: string;
  /** The name that it has. */
  name: string;
  /** Asks whether others shall see it. */
  shareable?: boolean;
  submitLabel: string;
  /** Saves it. What it rejects with is told in the form, and nothing that was typed is lost. */
  onSubmit: (fields: ViewFields, headers: HeadersInit) => Promise<unknown>;
  onCancel?: () => void;
}) {
  const [name, setName] = useState(given);
  const [isShared, setShared] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The same for every attempt, so that an answer that was lost doesn't leave two views.
  const key = useRef(newIdempotencyKey());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setProblem(undefined);
    if (!name.trim()) {
      setProblem(words.nameRequired);
      input.current?.focus();
      return;
    }
    setPending(true);
    try {
      await onSubmit({ name: name.trim(), isShared }, { [IDEMPOTENCY_HEADER]: key.current });
      key.current = newIdempotencyKey();
      setName(given);
      setShared(false);
    } catch (error) {
      const told = userMessage(error, words.saveFailed);
      const taken = ConnectError.from(error).code === Code.AlreadyExists;
      const ofName = fieldErrors(error, 'view.').name ?? (taken ? told : undefined);
      setProblem(ofName);
      if (ofName === undefined) setFailure(told);
      input.current?.focus();
    } finally {
      setPending(false);
    }
  };

  return (
    <form noValidate aria-label={title} className={classes.main} onSubmit={submit}>
      <Stack gap="xs">
        <TextInput
          ref={input}
          label={onCancel ? words.name : title}
          placeholder={onCancel ? undefined : words.name}
          maxLength={MAX_NAME}
          value={name}
          error={problem}
          autoFocus={onCancel !== undefined}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {failure && (
          <Alert color="sindoor" role="alert">
            {failure}
          </Alert>
        )}
        <Group gap="xs" justify="space-between">
          {shareable ? (
            <Checkbox
              label={words.share}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          ) : (
            <span />
          )}
          <Group gap="xs">
            {onCancel && (
              <Button variant="default" onClick={onCancel} disabled={pending}>
                {t.common.cancel}
              </Button>
            )}
            <Button type="submit" loading={pending}>
              {submitLabel}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
