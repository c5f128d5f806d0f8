import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { t } from '@/i18n/t';
import { parseDay } from './day-text';

/** A calendar day, typed as DD/MM/YYYY or picked. Its value is `YYYY-MM-DD`, or empty. */
export function DayInput({
  value,
  onChange,
  label,
  ...rest
}: {
  value: string;
  onChange: (value: string) => void;
  label: string;
  id?: string;
  size?: 'sm';
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  readOnly?: boolean;
  minDate?: string | undefined;
  maxDate?: string | undefined;
}) {
  return (
    <DateInput
      {...rest}
      label={label}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
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
