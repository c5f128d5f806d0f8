import { useQuery } from '@connectrpc/connect-query';
import { Select } from '@mantine/core';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import type { CustomInputProps } from '@/kit/form/fields';
import { formatMoney } from '@/kit/format';

const words = t.tasks.ownFigures;

const OPTIONS = [
  { value: 'KEEP', label: words.keep },
  { value: 'DROP', label: words.drop },
];

/** Asks what becomes of the figures of the task above, if this is the first one below it; nothing otherwise. */
export function OwnFiguresInput({ id, label, value, all, error, onEdit }: CustomInputProps) {
  const parentId = String(all.parentId ?? '');
  const { data } = useQuery(TaskService.method.getTask, { id: parentId }, { enabled: parentId !== '' });
  if (!data || !hasOwnFigures(data)) return null;
  return (
    <Select
      id={id}
      label={label}
      description={words.help(data.title, formatMoney(data.rollUp?.estimatedAmount?.paise ?? 0n))}
      data={OPTIONS}
      value={value}
      allowDeselect={false}
      error={error}
      onChange={(choice) => choice && onEdit(choice)}
    />
  );
}

function hasOwnFigures(task: Task): boolean {
  const { estimatedQuantity, estimatedRate, actualQuantity, actualRate, estimatedEffortHours, actualEffortHours } =
    task;
  const figures = [estimatedQuantity, estimatedRate?.paise, actualQuantity, actualRate?.paise];
  return task.rollUp?.descendants === 0 && [...figures, estimatedEffortHours, actualEffortHours].some(Boolean);
}
