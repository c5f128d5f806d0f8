import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { t } from '@/i18n/tree';
import { StatusBadge } from '@/kit/data/StatusBadge';
import { LazyMenu } from '@/kit/overlay/LazyMenu';
import { TASK_STATUS, TASK_STATUS_OPTIONS, type TaskStatusName } from '@/shared/tasks/status';
import type { TaskRow } from '@/shared/tasks/task-node';
import classes from './TaskTree.module.css';

const GROUPS = [...new Set(TASK_STATUS_OPTIONS.map(({ group }) => group))];

const isStatus = (value: string): value is TaskStatusName => value in TASK_STATUS;

/** A task's status, which opens the choice of another one. */
export function StatusCell({
  task,
  tabIndex,
  onChange,
}: {
  task: TaskRow;
  tabIndex: 0 | -1;
  onChange: (status: TaskStatusName) => void;
}) {
  const meta = task.status && TASK_STATUS[task.status];
  return (
    <LazyMenu
      label={t.taskTree.statusOf(task.title, meta?.label ?? '')}
      className={classes.choice}
      tabIndex={tabIndex}
      entries={(run) => (
        <Menu.RadioGroup
          value={task.status ?? null}
          onChange={(value) => run(() => isStatus(value) && value !== task.status && onChange(value))}
        >
          <div className={classes.statuses}>
            {GROUPS.map((group) => (
              <div key={group}>
                <Menu.Label>{group}</Menu.Label>
                {TASK_STATUS_OPTIONS.filter((option) => option.group === group).map(({ value, label }) => (
                  <Menu.RadioItem key={value} value={value} closeMenuOnClick>
                    {label}
                  </Menu.RadioItem>
                ))}
              </div>
            ))}
          </div>
        </Menu.RadioGroup>
      )}
    >
      <StatusBadge meta={meta} />
      <IconChevronDown size={13} aria-hidden className={classes.chevron} />
    </LazyMenu>
  );
}
