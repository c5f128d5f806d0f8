import { DateInput } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { t } from '@/i18n/t';
import { formatDate } from '@/kit/format';
import { parseDay } from './day-text';
import { warned } from './FieldWarning';

/**
 * A calendar day, typed as DD/MM/YYYY or picked. Its value is `YYYY-MM-DD`, or empty. A text that is no day stays where it
 * is, with its reason, and leaves the value as it was.
 */
export function DayInput({
  value,
  onChange,
  onRefuse,
  label,
  error,
  warning,
  minDate,
  maxDate,
  ...rest
}: {
  value: string;
  onChange: (value: string) => void;
  /** Told why the text is no day that can be taken. */
  onRefuse?: (problem: string) => void;
  label: string;
  id?: string;
  size?: 'sm';
  description?: ReactNode;
  error?: ReactNode;
  /** What is unusual about the day, which is taken all the same. */
  warning?: string | undefined;
  required?: boolean;
  readOnly?: boolean;
  minDate?: string | undefined;
  maxDate?: string | undefined;
}) {
  const [problem, setProblem] = useState<string>();
  const [left, setLeft] = useState(false);
  return (
    <DateInput
      {...rest}
      {...warned(problem === undefined ? warning : undefined)}
      label={label}
      error={error ?? (left ? problem : undefined)}
      value={value || null}
      minDate={minDate}
      maxDate={maxDate}
      onInput={(event) => {
        const found = problemOf(event.currentTarget.value, minDate, maxDate);
        setProblem(found);
        setLeft(false);
        if (found !== undefined) onRefuse?.(found);
      }}
      onChange={(next) => {
        setProblem(undefined);
        onChange(next ?? '');
      }}
      onBlur={() => setLeft(true)}
      // Writes the day in full once the field is left; of what is none it would make the day before, or nothing.
      fixOnBlur={problem === undefined}
      valueFormat="DD/MM/YYYY"
      // By itself the input reads 05/06 as the browser does, which is the sixth of May.
      dateParser={parseDay}
      placeholder={t.form.dateFormat}
      inputMode="numeric"
      clearable
      // The button has no name of its own, and exists only while there is a value.
      clearButtonProps={{ 'aria-label': t.list.clear(label) }}
    />
  );
}

/** Why a text is no day between two others; undefined for one that is, and for no text. */
function problemOf(text: string, min: string | undefined, max: string | undefined): string | undefined {
  if (text.trim() === '') return undefined;
  const day = parseDay(text);
  if (day === null) return t.form.noDay(text.trim());
  if (min && day < min) return t.form.dayBefore(formatDate(min));
  if (max && day > max) return t.form.dayAfter(formatDate(max));
  return undefined;
}
