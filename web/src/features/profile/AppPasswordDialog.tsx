import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { AppPasswordService, type CreateAppPasswordResponse } from '@/gen/nirmaan/auth/v1/app_password_service_pb';
import { t } from '@/i18n/people';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { useWrite } from '@/kit/write';
import { OneField } from './OneField';
import classes from './Profile.module.css';

const api = AppPasswordService.method;
const words = t.profile.appPasswords;

/** Makes an app password and tells it, this once. */
export function AppPasswordDialog({ opened, onClose }: LazyDialogProps) {
  const write = useWrite([api.listAppPasswords]);
  const [made, setMade] = useState<CreateAppPasswordResponse>();
  const close = () => {
    setMade(undefined);
    onClose();
  };
  return (
    // One that was never kept is lost with a stray click.
    <Dialog opened={opened} onClose={close} locked={made !== undefined} title={words.createTitle}>
      {made ? (
        <Made made={made} onDone={close} />
      ) : (
        <OneField
          field="name"
          required={words.nameRequired}
          submit={words.create}
          onSubmit={async (name) => setMade(await write(api.createAppPassword, { name }))}
          onCancel={close}
        >
          {(value, onChange, error) => (
            <TextInput
              label={words.name}
              description={words.nameHint}
              maxLength={100}
              required
              data-autofocus
              value={value}
              onChange={(event) => onChange(event.currentTarget.value)}
              error={error}
              aria-invalid={error ? true : undefined}
            />
          )}
        </OneField>
      )}
    </Dialog>
  );
}

function Made({ made, onDone }: { readonly made: CreateAppPasswordResponse; readonly onDone: () => void }) {
  return (
    <Stack gap="md">
      <Alert color="haldi">{words.keep}</Alert>
      <div>
        <Text size="sm" c="dimmed" id="app-password">
          {words.of(made.appPassword?.name ?? '')}
        </Text>
        <output aria-labelledby="app-password" className={classes.secret}>
          {made.password}
        </output>
      </div>
      <Group justify="space-between" gap="xs">
        <CopyButton value={made.password}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone} data-autofocus autoFocus>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
