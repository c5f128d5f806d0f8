import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { t } from '@/i18n/tree';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { isNotFound, userMessage } from '@/kit/errors';
import { formatCount } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import type { ListParams } from '@/kit/list/list-params';
import { Surface } from '@/kit/list/Surface';
import type { ListPatch } from '@/kit/list/useListParams';
import { lazyPart } from '@/kit/Part';
import { flatten } from '@/kit/tree/flatten';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { DeletedLink } from '@/shared/deleted/DeletedLink';
import { DeletedRecord } from '@/shared/deleted/DeletedRecord';
import { deletionOf } from '@/shared/deleted/deletion';
import type { Zoom } from '@/shared/schedule/axis';
import { PartlyRead } from '@/shared/tasks/PartlyRead';
import type { TaskTree } from '@/shared/tasks/task-tree';
import type { useTaskTree } from '@/shared/tasks/useTaskTree';
import classes from './TaskTree.module.css';
import { TaskTreeGrid } from './TaskTreeGrid';
import { TreeToolbar } from './TreeToolbar';
import { viewOf } from './tree-params';
import { useExpansion } from './useExpansion';
import type { useSearch } from './useSearch';

const words = t.taskTree;

// Half of the program of this page, for those who look at the schedule.
const ScheduleGrid = lazyPart(async () => (await import('./ScheduleGrid')).ScheduleGrid);

interface PanelProps {
  projectId: string;
  tasks: ReturnType<typeof useTaskTree>;
  filters: ListParams['filters'];
  search: ReturnType<typeof useSearch>;
  patch: (change: ListPatch) => void;
  onClear: () => void;
  phone: boolean;
}

/** A project's tasks with what there is to say about them, or the reason why there are none. */
export function TaskTreePanel({ projectId, tasks, filters, search, patch, onClear, phone }: PanelProps) {
  const { data, error, reload } = tasks;
  const { view, zoom } = viewOf(filters);
  const [expansion, setExpansion] = useExpansion(projectId, data?.total ?? 0, search.key);
  const rows = useMemo(() => data && flatten(data.tree, expansion, search.kept), [data, expansion, search.kept]);

  if (error && !data) {
    return (
      <Surface>
        <Failure error={error} retry={reload} />
      </Surface>
    );
  }
  if (data?.complete && data.tree.size === 0) {
    return (
      <Surface>
        <NoTasks projectId={projectId} />
      </Surface>
    );
  }
  const grid = { projectId, tasks, rows, expansion, onExpansion: setExpansion, matches: search.matches, phone };
  return (
    <>
      <TreeToolbar
        expansion={expansion}
        onExpansion={setExpansion}
        zoom={view === 'schedule' ? zoom : undefined}
        onZoom={(next: Zoom) => patch({ filters: { zoom: next === 'week' ? [] : [next] } })}
        live={data?.complete ?? false}
      >
        {data ? progressText(data, search.matching) : t.common.loading}
      </TreeToolbar>
      {error && !data?.complete && <PartlyRead error={error} retry={reload} />}
      <Surface>
        {data?.complete && rows?.length === 0 ? (
          <EmptyState
            kind="filtered"
            title={words.filtered}
            action={
              <Button variant="default" onClick={onClear}>
                {t.list.clearFilters}
              </Button>
            }
          />
        ) : view === 'schedule' ? (
          <ScheduleGrid {...grid} zoom={zoom} />
        ) : (
          <TaskTreeGrid {...grid} />
        )}
      </Surface>
      {!phone && (
        <p className={classes.keys}>
          {words.keys} {view === 'schedule' && words.scheduleKeys}
        </p>
      )}
    </>
  );
}

function progressText({ tree, total, complete }: TaskTree, matching: number | undefined): string {
  if (!complete) return words.loading(formatCount(tree.size), formatCount(total));
  if (matching !== undefined) return words.matching(formatCount(matching), formatCount(tree.size));
  return words.count(formatCount(tree.size), tree.size === 1);
}

function Failure({ error, retry }: { error: unknown; retry: () => unknown }) {
  const deletion = deletionOf(error);
  if (deletion) return <DeletedRecord deletion={deletion} />;
  if (isNotFound(error))
    return (
      <EmptyState kind="filtered" title={t.form.goneTitle}>
        {words.unknownProject}
      </EmptyState>
    );
  return (
    <EmptyState kind="error" title={words.failed} action={<Button onClick={retry}>{t.common.tryAgain}</Button>}>
      {userMessage(error, t.errors.unknown)}
    </EmptyState>
  );
}

function NoTasks({ projectId }: { projectId: string }) {
  const refusal = useRefusal(Module.PROJECT_TASKS, 'create');
  return (
    <EmptyState
      kind="empty"
      title={words.empty}
      action={
        <>
          <GuardedLink
            to={`/project-tasks/create?projectId=${projectId}`}
            reason={refusal}
            icon={<IconPlus size={16} aria-hidden />}
          >
            {t.work.addTask}
          </GuardedLink>
          <DeletedLink kind="TASK" module={Module.PROJECT_TASKS} />
        </>
      }
    >
      {words.emptyHint}
    </EmptyState>
  );
}
