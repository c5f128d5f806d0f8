import { Alert, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '@/i18n/tree';
import { userMessage } from '@/kit/errors';

/** Says that only a part of a tree of tasks has arrived. */
export function PartlyRead({ error, retry }: { error: unknown; retry: () => unknown }) {
  return (
    <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={t.taskTree.failed}>
      <Group gap="sm">
        {t.taskTree.partly} {userMessage(error, t.errors.unknown)}
        <Button size="xs" variant="default" onClick={() => retry()}>
          {t.common.tryAgain}
        </Button>
      </Group>
    </Alert>
  );
}
