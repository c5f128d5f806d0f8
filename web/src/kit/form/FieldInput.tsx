import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { memo } from 'react';
import { t } from '@/i18n/t';
import { formatDecimal } from '@/kit/format';
import { ChoiceInput } from './ChoiceInput';
import { DayInput } from './DayInput';
import { type AnyField, type FieldValue, type FormValues, fieldId } from './fields';
import { meantAmounts, moneyText, parseMoney } from './money-text';
import { NumberText } from './NumberText';
import { commaProblem, isNumeric, meantUpTo, parseUpTo } from './number-text';
import { parsePercentage } from './percentage-text';
import { SuggestInput } from './SuggestInput';

interface FieldInputProps {
  field: AnyField;
  value: FieldValue;
  error: string | undefined;
  /** What is unusual about it; of a day or an amount. */
  warning: string | undefined;
  /** All values of the form, for an input that depends on others. */
  all: FormValues | undefined;
  /** Why it can only be read here. */
  locked: string | undefined;
  /** Told also whether nothing could be read in what was typed, so that the value stands in for it. */
  onEdit: (field: AnyField, value: FieldValue, unread?: boolean) => void;
  onRefuse: (name: string, message: string) => void;
  /** Told that the focus has left a number. */
  onLeave: () => void;
}

const asText = (value: FieldValue) => (typeof value === 'string' ? value : '');
const asChoice = (value: FieldValue) => (typeof value === 'object' ? value : null);

/** The input of one field, chosen by its kind. Memoised: a keystroke draws the fields that it changes. */
export const FieldInput = memo(function FieldInput({
  field,
  value,
  all = {},
  error,
  warning,
  locked,
  onEdit,
  onRefuse,
  onLeave,
}: FieldInputProps) {
  const { label, help } = field;
  const id = fieldId(field.name);
  const common = {
    id,
    label,
    description: locked ?? help,
    error,
    required: field.required !== undefined,
    readOnly: locked !== undefined,
  };
  const edit = (next: FieldValue) => onEdit(field, next);
  const editNumber = (next: FieldValue, unread: boolean) => onEdit(field, next, unread);
  const refuse = (problem: string) => onRefuse(field.name, problem);

  switch (field.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          type={field.input}
          value={asText(value)}
          onChange={(event) => edit(event.currentTarget.value)}
        />
      );
    case 'password':
      return (
        <field.Input
          {...common}
          autoComplete={field.autoComplete}
          value={asText(value)}
          onChange={(event) => edit(event.currentTarget.value)}
        />
      );
    case 'lookup':
      return (
        <field.Input
          {...common}
          find={field.find}
          from={field.from}
          clearable={field.required === undefined}
          value={asChoice(value)}
          onChange={edit}
        />
      );
    case 'image':
      return <field.Input {...common} value={asText(value)} onChange={edit} />;
    case 'textarea':
    case 'json':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={14}
          spellCheck={field.kind === 'textarea'}
          value={asText(value)}
          onChange={(event) => edit(event.currentTarget.value)}
        />
      );
    case 'suggest':
      return (
        <SuggestInput
          {...common}
          suggestions={field.suggestions}
          say={field.say}
          value={asText(value)}
          onChange={edit}
        />
      );
    case 'select':
      return (
        <ChoiceInput
          {...common}
          options={field.options}
          clearable={field.clearable}
          value={asText(value)}
          onChange={edit}
        />
      );
    case 'date':
      return <DayInput {...common} warning={warning} value={asText(value)} onChange={edit} onRefuse={refuse} />;
    case 'checkbox':
      return (
        <Checkbox
          {...common}
          checked={value === true}
          onChange={(event) => edit(event.currentTarget.checked)}
          // The mark of a required field makes no sense on a yes-or-no.
          required={false}
          disabled={locked !== undefined}
        />
      );
    case 'custom':
      return <field.Input {...{ id, label, all, error, locked }} value={asText(value)} onEdit={edit} />;
    case 'money':
      return (
        <NumberText<bigint>
          {...common}
          warning={warning}
          leftSection="₹"
          value={typeof value === 'bigint' ? value : null}
          format={{
            read: parseMoney,
            write: moneyText,
            // A number with its commas in the wrong places is one all the same.
            zero: field.nonNumeric && ((text) => (isNumeric(text) || meantAmounts(text).length > 0 ? undefined : 0n)),
            problem: (text) => commaProblem(label, meantAmounts(text)) ?? t.form.amount(label),
          }}
          onValue={editNumber}
          onRefuse={refuse}
          onLeave={onLeave}
        />
      );
    case 'percent':
      return (
        <NumberText<number>
          {...common}
          warning={warning}
          rightSection="%"
          // A phone's keyboard of digits has neither a minus nor the letters of "below".
          inputMode="text"
          value={typeof value === 'number' ? value : null}
          format={{
            read: parsePercentage,
            write: (number) => (number === null ? '' : String(number)),
            zero: field.nonNumeric && ((text) => (isNumeric(text) ? undefined : 0)),
            problem: () => t.form.percentage(label),
          }}
          onValue={editNumber}
          onRefuse={refuse}
          onLeave={onLeave}
        />
      );
    case 'decimal': {
      const { max, decimals = 4, unit } = field;
      return (
        <NumberText<number>
          {...common}
          warning={warning}
          rightSection={unit}
          value={typeof value === 'number' ? value : null}
          format={{
            read: (text) => parseUpTo(text, max, decimals),
            write: (number) => (number === null ? '' : formatDecimal(number)),
            problem: (text) =>
              commaProblem(label, meantUpTo(text, max, decimals)) ?? t.form.upTo(label, formatDecimal(max), decimals),
          }}
          onValue={editNumber}
          onRefuse={refuse}
          onLeave={onLeave}
        />
      );
    }
    case 'integer':
      return (
        <NumberText<number>
          {...common}
          warning={warning}
          value={typeof value === 'number' ? value : null}
          format={{
            read: (text) => (text.trim() === '' ? null : /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined),
            write: (number) => (number === null ? '' : String(number)),
            problem: () => t.form.between(label, field.min, field.max),
          }}
          onValue={editNumber}
          onRefuse={refuse}
          onLeave={onLeave}
        />
      );
  }
});
