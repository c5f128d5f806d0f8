import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Button, Group, Text } from '@mantine/core';
import { t } from '@/i18n/t';
import type { VersionConflict } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { Dialog } from '@/kit/overlay/Dialog';
import { currentUser } from '@/session/session-store';

/** Whom to name: the server knows the e-mail addresses of one's own organisation. */
function author(updatedBy: string): string {
  if (updatedBy === '') return t.form.conflictByOther;
  return updatedBy === currentUser()?.email ? t.form.conflictBySelf : updatedBy;
}

function sentence({ updatedBy, updatedAt }: VersionConflict): string {
  const at = new Date(updatedAt);
  const when = Number.isNaN(at.getTime()) ? '' : formatInstant(timestampFromDate(at));
  return when ? t.form.conflict(author(updatedBy), when) : t.form.conflictUnknown;
}

/** Somebody saved the record first. Nothing is overwritten until the user has chosen to. */
export function ConflictDialog({
  conflict,
  onReload,
  onKeep,
  reloading,
}: {
  conflict: VersionConflict | undefined;
  onReload: () => void;
  onKeep: () => void;
  reloading: boolean;
}) {
  return (
    <Dialog opened={conflict !== undefined} onClose={onKeep} title={t.form.conflictTitle} locked>
      <Text>{conflict && sentence(conflict)}</Text>
      <Text c="dimmed" size="sm" mt="xs" mb="md">
        {t.form.conflictHint}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onKeep} disabled={reloading}>
          {t.form.overwrite}
        </Button>
        <Button data-autofocus onClick={onReload} loading={reloading}>
          {t.form.reloadTheirs}
        </Button>
      </Group>
    </Dialog>
  );
}
