import { Anchor, Button } from '@mantine/core';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Task, Task_Status } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/my-tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { ProgressBar } from '@/kit/data/ProgressBar';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { formatDate } from '@/kit/format';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import type { AskedEntry } from '@/shared/tasks/EntryQuestion';
import { toastEntry } from '@/shared/tasks/entry-toast';
import { excessOf, fallOf, quantityChange } from '@/shared/tasks/quantities';
import { taskStatusMeta, taskStatusName } from '@/shared/tasks/status';
import { type Due, dueDay } from './due';
import { allDone, backTo, quantityEntry, tenMore, withEntries } from './entries';
import classes from './MyTasks.module.css';
import { PhotoButton } from './PhotoButton';
import { QuantityForm } from './QuantityForm';
import type { useEntries } from './useEntries';
import type { Entry } from './waiting';

const words = t.myTasks;
const MODULE = Module.PROJECT_TASKS;

/** A task as its assignee sees it on the site: what it is, until when, how far, and the few things to do about it. */
export function TaskCard({
  task: stored,
  due,
  work,
  onAsk,
}: {
  task: Task;
  due: Due;
  work: ReturnType<typeof useEntries>;
  /** Asks about a quantity that is unusual. */
  onAsk: (asked: AskedEntry) => void;
}) {
  const noEdit = useRefusal(MODULE, 'edit');
  const mine = work.entries.filter(({ taskId }) => taskId === stored.id);
  const task = withEntries(stored, mine);
  // What Done has done can be undone, for as long as the card is there.
  const [finished, setFinished] = useState<{ id: string; before: Entry }>();
  const below = task.rollUp?.descendants ?? 0;
  const day = dueDay(task);
  const isDone = task.status === Task_Status.COMPLETED;
  const state = mine.some(({ problem }) => problem)
    ? undefined
    : work.stuck.some(({ taskId }) => taskId === task.id)
      ? words.waiting
      : mine.length > 0 && words.saving;

  const enterQuantity = (quantity: number, taken: () => void) => {
    const entry = quantityEntry(task, quantity);
    const after = withEntries(task, [entry]);
    const save = () => {
      taken();
      return work.enter(stored, entry);
    };
    const unusual = [fallOf(task.progress, after.progress), excessOf(after)].filter(Boolean);
    if (unusual.length === 0) return void save();
    const before = backTo(task, { actualQuantity: task.actualQuantity ?? null });
    const saveWithUndo = () => {
      const id = save();
      toastEntry(task, after, async () => work.takeBack(stored, id, before));
    };
    const said = [quantityChange(task, after), ...unusual].filter(Boolean).join(' ');
    onAsk({ title: task.title, unusual: said, save: saveWithUndo });
  };

  const finish = () => {
    const status = taskStatusName(task.status) ?? 'IN_PROGRESS';
    // A quantity that isn't stored yet is named, so that no progress has to be that follows from it.
    const isMine = mine.some(({ actualQuantity }) => actualQuantity !== undefined);
    const before = backTo(task, { status, ...(isMine && { actualQuantity: task.actualQuantity ?? null }) });
    setFinished({ id: work.enter(stored, allDone), before });
  };

  return (
    <li className={classes.card} data-done={isDone || undefined}>
      <div className={classes.top}>
        <Anchor component={Link} to={`/project-tasks/${task.id}`} className={classes.title}>
          {task.title}
        </Anchor>
        <StatusBadge meta={taskStatusMeta(task.status)} />
      </div>
      <p className={classes.fine}>
        <span>{task.projectName}</span>
        <span data-due={due}>{day ? words.due(formatDate(day)) : words.noDue}</span>
        {below > 0 && <span>{words.blocks(below)}</span>}
      </p>
      <ProgressBar percent={below > 0 ? (task.rollUp?.progress ?? 0) : task.progress} />
      <div className={classes.actions}>
        {below === 0 && !isDone && (
          <>
            <GuardedButton
              reason={noEdit}
              variant="default"
              size="md"
              aria-label={words.addTenTo(task.title)}
              disabled={task.progress >= 100}
              onClick={() => work.enter(stored, tenMore(task))}
            >
              {words.addTen}
            </GuardedButton>
            <GuardedButton
              reason={noEdit}
              size="md"
              leftSection={<IconCheck size={16} aria-hidden />}
              aria-label={words.doneWith(task.title)}
              onClick={finish}
            >
              {words.done}
            </GuardedButton>
          </>
        )}
        {isDone && finished && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            aria-label={words.undoOf(task.title)}
            onClick={() => work.takeBack(stored, finished.id, finished.before)}
          >
            {words.undo}
          </Button>
        )}
        <PhotoButton task={task} />
      </div>
      {below === 0 && <QuantityForm task={task} reason={noEdit} onSave={enterQuantity} />}
      <p className={classes.state} role="status">
        {state}
      </p>
    </li>
  );
}
