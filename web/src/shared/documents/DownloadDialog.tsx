import { Alert, Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Document } from '@/gen/nirmaan/documents/v1/document_pb';
import { t } from '@/i18n/documents';
import { userMessage } from '@/kit/errors';
import { Dialog } from '@/kit/overlay/Dialog';

/** Says why a document could not be saved; it may be far from where the user clicked, so it comes as a dialog. */
export function DownloadDialog({
  document,
  error,
  opened,
  onClose,
  onRetry,
}: {
  document: Document | undefined;
  error: unknown;
  opened: boolean;
  onClose: () => void;
  onRetry: () => Promise<void>;
}) {
  const [pending, setPending] = useState(false);
  const retry = async () => {
    setPending(true);
    await onRetry();
    setPending(false);
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={document ? t.documents.downloadTitle(document.fileName) : ''}>
      <Stack gap="md">
        <Alert color="sindoor" role="alert">
          {userMessage(error, t.documents.downloadFailed)}
        </Alert>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={onClose} disabled={pending}>
            {t.common.close}
          </Button>
          <Button loading={pending} onClick={retry}>
            {t.common.tryAgain}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
