import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/my-tasks';
import { FieldWarning } from '@/kit/form/FieldWarning';
import { NumberText } from '@/kit/form/NumberText';
import { formatDecimal } from '@/kit/format';
import { disagreement, quantitiesInWords } from '@/shared/tasks/quantities';
import { quantityFormat } from './entries';
import classes from './MyTasks.module.css';

const words = t.myTasks;

/** How much is done, in the task's units. */
export function QuantityForm({
  task,
  reason,
  onSave,
}: {
  task: Pick<Task, 'title' | 'units' | 'estimatedQuantity' | 'actualQuantity' | 'progress'>;
  /** Why it can't be entered; undefined when it can. */
  reason: string | undefined;
  /** Calls the second once it is taken; what is typed stays until then. */
  onSave: (quantity: number, taken: () => void) => void;
}) {
  const { title, units, estimatedQuantity, actualQuantity } = task;
  // Undefined while the field shows what is stored; null is an empty field.
  const [typed, setTyped] = useState<number | null>();
  const [problem, setProblem] = useState<string>();
  const value = typed === undefined ? (actualQuantity ?? null) : typed;
  const [attempted, setAttempted] = useState(false);
  const wrong = problem !== undefined || value === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(wrong);
    if (wrong || reason !== undefined) return;
    onSave(value, () => setTyped(undefined));
  };
  const planned = estimatedQuantity === undefined ? '' : words.quantityOf(formatDecimal(estimatedQuantity), units);
  const comesTo = quantitiesInWords({ ...task, actualQuantity: value }) ?? planned;
  // Of what is being typed, progress can't know yet.
  const contradicts = typed === undefined && disagreement(task) !== undefined;
  const contradiction = words.contradiction(comesTo, formatDecimal(task.progress));
  return (
    <form className={classes.quantity} onSubmit={submit} noValidate>
      <NumberText
        format={quantityFormat}
        label={units ? words.quantityIn(units) : words.quantity}
        description={contradicts ? <FieldWarning>{contradiction}</FieldWarning> : comesTo || undefined}
        size="md"
        value={value}
        readOnly={reason !== undefined}
        error={attempted && wrong ? (problem ?? words.quantityProblem) : undefined}
        onValue={(next) => {
          setProblem(undefined);
          setTyped(next);
        }}
        onRefuse={setProblem}
      />
      {(typed !== undefined || problem !== undefined) && (
        <Button type="submit" variant="default" size="md" aria-label={words.saveQuantityOf(title)}>
          {words.saveQuantity}
        </Button>
      )}
    </form>
  );
}
