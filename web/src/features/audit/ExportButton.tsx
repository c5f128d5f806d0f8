import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Alert, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { AuditService } from '@/gen/nirmaan/platform/v1/audit_service_pb';
import { t } from '@/i18n/access';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import type { ListParams } from '@/kit/list/list-params';
import { saveFile } from '@/kit/upload/save-file';
import { useCan } from '@/session/Can';
import { auditFilter } from './filter';

/** Saves the events that the list shows, all pages of them, as a file. */
export function ExportButton({ params }: { params: ListParams }) {
  const transport = useTransport();
  const allowed = useCan('User', 'report');
  const download = useMutation({
    mutationFn: () =>
      callUnaryMethod(transport, AuditService.method.exportAuditEvents, { filter: auditFilter(params) }),
    onSuccess: ({ file }) => {
      if (file) saveFile(file.fileName, file.contentType, new Uint8Array(file.data));
    },
  });
  return (
    <Stack gap="xs">
      <Group justify="flex-end">
        <GuardedButton
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          reason={allowed ? undefined : t.permissions.missing(t.permissions.actions.report, 'User')}
          onClick={() => download.mutate()}
        >
          {t.audit.download}
        </GuardedButton>
      </Group>
      {download.isError && (
        <Alert color="sindoor" role="alert">
          {userMessage(download.error, t.audit.downloadFailed)}
        </Alert>
      )}
    </Stack>
  );
}
