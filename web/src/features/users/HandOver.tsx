import { useState } from 'react';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { t } from '@/i18n/people';
import type { Choice } from '@/kit/form/fields';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { useCan } from '@/session/Can';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { useDeletionScope } from '@/shared/deleted/DeletionNotes';
import type { MoreProps } from '@/shared/screens/resource';
import { findAssignees } from '@/shared/tasks/assignees';

const words = t.users.handOver;

/** Chooses who gets the open tasks of a user who is about to be deleted, for who may see and edit tasks. */
export function HandOver({ row: user, onChange }: MoreProps<User>) {
  const canView = useCan(Module.PROJECT_TASKS, 'view');
  const canEdit = useCan(Module.PROJECT_TASKS, 'edit');
  const isColleague = useCurrentUser()?.tenantId === user.tenantId;
  return canView && canEdit && isColleague ? <Receiver user={user} onChange={onChange} /> : null;
}

function Receiver({ user, onChange }: { user: User; onChange: (id: string) => void }) {
  const { data } = useDeletionScope('USER', user.id);
  const [choice, setChoice] = useState<Choice | null>(null);
  const hasNone = data?.openTasks === 0n;

  const choose = (next: Choice | null) => {
    setChoice(next);
    onChange(next?.value ?? '');
  };
  return (
    <TypeAhead
      label={words.to}
      description={hasNone ? words.none : words.hint}
      find={findAssignees}
      except={user.id}
      from={1}
      clearable
      readOnly={hasNone}
      value={choice}
      onChange={choose}
    />
  );
}
