import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { t } from '@/i18n/people';
import { saveFile } from '@/kit/upload/save-file';
import { useCurrentUser } from '@/session/session-store';
import classes from './Profile.module.css';

const words = t.profile.secondFactor;

/** The recovery codes, which nobody can show again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const email = useCurrentUser()?.email ?? '';
  const text = [words.codesOf(email), '', ...codes, ''].join('\n');
  return (
    <Stack gap="md">
      <Alert color="haldi">{words.keep}</Alert>
      <div className={classes.printed}>
        <Text size="sm" c="dimmed">
          {words.codesOf(email)}
        </Text>
        <ul className={classes.codes} aria-label={words.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile(words.file, 'text/plain', text)}
        >
          {words.download}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {words.print}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone} data-autofocus autoFocus>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
