import { useQuery } from '@connectrpc/connect-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import type { Crumb } from '@/kit/PageHeader';
import type { RouteIds } from '@/shared/screens/usePlace';

/** The way to a task: its project, and the tree of that project's tasks. */
export function useTaskCrumbs({ id = '' }: RouteIds): readonly Crumb[] {
  const [search] = useSearchParams();
  const { data: task } = useQuery(TaskService.method.getTask, { id }, { enabled: id !== '' });
  const projectId = task?.projectId ?? search.get('projectId') ?? '';
  const name = task?.projectName;
  return useMemo(() => {
    const tree = { label: t.tasks.title, to: projectId ? `/project-tasks?projectId=${projectId}` : '/project-tasks' };
    return name ? [{ label: name, to: `/projects/${projectId}` }, tree] : [tree];
  }, [projectId, name]);
}
