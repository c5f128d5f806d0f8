import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '@/i18n/deleted';
import { useCan } from '@/session/Can';
import type { Module } from '@/session/permissions';
import type { DeletedKind } from './kinds';

/** Leads to the deleted records of one kind, for who may bring them back. */
export function DeletedLink({ kind, module }: { kind: DeletedKind; module: Module }) {
  const canView = useCan(module, 'view');
  const canDelete = useCan(module, 'delete');
  if (!canView || !canDelete) return null;
  return (
    <Button
      component={Link}
      to={`/deleted?kind=${kind}`}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconTrash size={16} aria-hidden />}
    >
      {t.deleted.list}
    </Button>
  );
}
