import { t } from '@/i18n/people';
import type { Choice } from '@/kit/form/fields';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { useCan } from '@/session/Can';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { useDeletionScope } from '@/shared/deleted/DeletionNotes';
import { findAssignees } from '@/shared/tasks/assignees';

const words = t.users.handOver;

/** Whether one may hand over the tasks of users of an organisation: one's own, and whoever may see and edit tasks. */
export function useHandsOver(tenantId: string | undefined): boolean {
  const canView = useCan(Module.PROJECT_TASKS, 'view');
  const canEdit = useCan(Module.PROJECT_TASKS, 'edit');
  const own = useCurrentUser()?.tenantId;
  return canView && canEdit && own === tenantId;
}

/** Chooses who gets the open tasks of a user, if they have any. */
export function Receiver({
  userId,
  counted = false,
  ...input
}: {
  userId: string;
  /** Says how many there are, where nothing beside it does. */
  counted?: boolean;
  id?: string;
  error?: string | undefined;
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
}) {
  const { data } = useDeletionScope('USER', userId);
  const hasNone = data?.openTasks === 0n;
  const count = counted && data ? Number(data.openTasks) : 0;
  return (
    <TypeAhead
      {...input}
      label={words.to}
      description={hasNone ? words.none : count > 0 ? words.counted(count) : words.hint}
      find={findAssignees}
      except={userId}
      from={1}
      clearable
      // Whoever is chosen can always be taken back.
      readOnly={hasNone && input.value === null}
    />
  );
}
