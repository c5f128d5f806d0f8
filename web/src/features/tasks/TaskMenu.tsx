import { IconDots } from '@tabler/icons-react';
import { t } from '@/i18n/tree';
import { LazyMenu } from '@/kit/overlay/LazyMenu';
import { RowMenuEntry, type RowMenuItem } from '@/kit/overlay/RowMenu';
import type { TaskRow } from '@/shared/tasks/task-node';
import classes from './TaskTree.module.css';

/** The "…" menu of a task in the tree. */
export function TaskMenu({
  task,
  tabIndex,
  items,
}: {
  task: TaskRow;
  tabIndex: 0 | -1;
  /** Asked for when the menu is opened. */
  items: (task: TaskRow) => readonly RowMenuItem[];
}) {
  return (
    <LazyMenu
      label={t.common.actionsFor(task.title)}
      className={classes.dots}
      tabIndex={tabIndex}
      entries={(run) =>
        items(task).map((item) => <RowMenuEntry key={item.label} item={item} onRun={({ onClick }) => run(onClick)} />)
      }
    >
      <IconDots size={16} aria-hidden />
    </LazyMenu>
  );
}
