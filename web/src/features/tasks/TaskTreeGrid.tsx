import { useCallback, useMemo, useState } from 'react';
import { t } from '@/i18n/tree';
import type { Expansion, FlatRows } from '@/kit/tree/flatten';
import { TreeGrid } from '@/kit/tree/TreeGrid';
import { Tree } from '@/kit/tree/tree';
import type { TreeColumn } from '@/kit/tree/tree-column';
import { type AskedEntry, EntryQuestion } from '@/shared/tasks/EntryQuestion';
import { disagreement, fallOf } from '@/shared/tasks/quantities';
import { progressCell, statusCell, taskColumns } from '@/shared/tasks/task-columns';
import type { TaskRow } from '@/shared/tasks/task-node';
import type { TaskTree } from '@/shared/tasks/task-tree';
import type { useTaskTree } from '@/shared/tasks/useTaskTree';
import { ProgressCell } from './ProgressCell';
import { StatusCell } from './StatusCell';
import { TaskMenu } from './TaskMenu';
import { useTaskRows } from './useTaskRows';
import { rememberView, treeView } from './view-state';

/** What both ways to show the tree are given. */
export interface TaskGridProps {
  projectId: string;
  tasks: ReturnType<typeof useTaskTree>;
  rows: FlatRows | undefined;
  expansion: Expansion;
  onExpansion: (expansion: Expansion) => void;
  /** What was searched for; undefined when everything is shown. */
  matches: ((task: TaskRow) => boolean) | undefined;
  phone: boolean;
}

const NOBODY: TaskTree['people'] = new Map();
const NONE = new Tree<TaskRow>();

/** A task's name for screen readers. */
export const taskName = ({ title }: TaskRow) => title;

/** The tree of tasks, with status and progress changed in place. */
export function TaskTreeGrid({ projectId, tasks, rows, expansion, onExpansion, matches, phone }: TaskGridProps) {
  const { itemsOf, onOpen, onKey, drag, record, editRefusal, aside } = useTaskRows(tasks, matches !== undefined);
  const people = tasks.data?.people ?? NOBODY;
  const editable = editRefusal === undefined;
  const [asked, setAsked] = useState<AskedEntry>();
  const onProgress = useCallback(
    (task: TaskRow, progress: number) => {
      const fall = fallOf(task.progress, progress);
      const save = () => void record(task, { progress });
      if (fall === undefined) return save();
      const unusual = [fall, disagreement({ ...task, progress })].filter(Boolean).join(' ');
      setAsked({ title: task.title, unusual, save });
    },
    [record],
  );
  const columns = useMemo<TreeColumn<TaskRow>[]>(
    () => [
      ...taskColumns(people, {
        matches,
        status: (task, cell) =>
          editable ? (
            <StatusCell task={task} tabIndex={cell.tabIndex} onChange={(status) => record(task, { status })} />
          ) : (
            statusCell(task, cell)
          ),
        progress: (task, cell) =>
          editable && !cell.parent ? (
            <ProgressCell task={task} tabIndex={cell.tabIndex} onChange={(progress) => onProgress(task, progress)} />
          ) : (
            progressCell(task, cell)
          ),
      }),
      {
        id: 'actions',
        header: t.common.actions,
        silent: true,
        width: 48,
        onCard: true,
        cell: (task, { tabIndex }) => <TaskMenu task={task} tabIndex={tabIndex} items={itemsOf} />,
      },
    ],
    [people, matches, editable, record, onProgress, itemsOf],
  );
  return (
    <>
      {aside}
      <TreeGrid
        label={t.taskTree.title}
        tree={tasks.data?.tree ?? NONE}
        rows={rows}
        columns={columns}
        expansion={expansion}
        onExpansion={onExpansion}
        name={taskName}
        onOpen={onOpen}
        onKey={onKey}
        drag={drag}
        cards={phone}
        busy={!tasks.data?.complete}
        position={treeView(projectId).position}
        onLeave={(position) => rememberView(projectId, { position })}
      />
      {/* After the tree, whose cell has the focus again by the time that the question notes where to return it. */}
      <EntryQuestion asked={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
