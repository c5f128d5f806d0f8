import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/tree';
import { ProgressBar } from '@/kit/data/ProgressBar';
import { formatDecimal } from '@/kit/format';
import { fallOf } from '@/shared/tasks/quantities';
import type { TaskRow } from '@/shared/tasks/task-node';
import { parsePercent } from './percent';
import classes from './TaskTree.module.css';

/** How much of a task is done, as a button that turns into a field. */
export function ProgressCell({
  task,
  tabIndex,
  onChange,
}: {
  task: TaskRow;
  tabIndex: 0 | -1;
  onChange: (percent: number) => void;
}) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const returning = useRef(false);
  useEffect(() => {
    if (!editing && returning.current) button.current?.focus();
    returning.current = false;
  }, [editing]);

  const close = (back: boolean) => {
    returning.current = back;
    setEditing(false);
  };
  if (editing) {
    return (
      <PercentField
        label={t.taskTree.progressOf(task.title)}
        initial={task.progress}
        onCommit={(percent, byKey) => {
          // The question that follows gives the focus back to where it was when it came.
          close(byKey || fallOf(task.progress, percent) !== undefined);
          if (percent !== task.progress) onChange(percent);
        }}
        onCancel={close}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      tabIndex={tabIndex}
      className={classes.percent}
      aria-label={t.taskTree.changeProgress(task.title, formatDecimal(task.progress))}
      onClick={() => setEditing(true)}
    >
      <ProgressBar percent={task.progress} />
    </button>
  );
}

function PercentField({
  label,
  initial,
  onCommit,
  onCancel,
}: {
  label: string;
  initial: number;
  onCommit: (percent: number, byKey: boolean) => void;
  onCancel: (byKey: boolean) => void;
}) {
  const [text, setText] = useState(String(initial));
  const percent = parsePercent(text);
  const wrong = percent === undefined;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <span className={classes.percentField}>
      <input
        ref={field}
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong}
        title={wrong ? t.taskTree.percentRule : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => (wrong ? onCancel(false) : onCommit(percent, false))}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !wrong) onCommit(percent, true);
          if (event.key === 'Escape') onCancel(true);
          if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault();
        }}
      />
      <span aria-hidden>%</span>
      {wrong && <VisuallyHidden role="alert">{t.taskTree.percentRule}</VisuallyHidden>}
    </span>
  );
}
