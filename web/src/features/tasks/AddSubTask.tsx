import { IconPlus } from '@tabler/icons-react';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/tasks';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { MAX_LEVEL } from '@/shared/tasks/task-node';

/** Leads to a new task below this one, unless it is of the last level. */
export function AddSubTask({ task: { id, projectId, level } }: { task: Task }) {
  const missing = useRefusal(Module.PROJECT_TASKS, 'create');
  return (
    <GuardedLink
      to={`/project-tasks/create?projectId=${projectId}&parentId=${id}`}
      reason={level >= MAX_LEVEL ? t.work.maximumLevel : missing}
      icon={<IconPlus size={16} aria-hidden />}
      variant="default"
    >
      {t.work.addSubTask}
    </GuardedLink>
  );
}
