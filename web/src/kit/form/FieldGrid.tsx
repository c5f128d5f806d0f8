import { t } from '@/i18n/t';
import { formatDecimal, formatMoney } from '@/kit/format';
import { FieldInput } from './FieldInput';
import { FieldWarning } from './FieldWarning';
import classes from './Form.module.css';
import type { AnyField, FieldValue } from './fields';
import { kindProblem } from './rules';
import type { FormState } from './useFormState';

/** The inputs of a section in its columns. */
export function FieldGrid({ fields, form }: { fields: readonly AnyField[]; form: FormState }) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <div key={`${form.epoch}:${field.name}`} data-span={field.span}>
          <FieldInput
            key={form.overruled[field.name]}
            field={field}
            value={form.values[field.name] ?? null}
            error={form.errors[field.name]}
            warning={warningOf(field, form)}
            all={field.kind === 'custom' ? form.values : undefined}
            locked={field.locked?.(form.values)}
            onEdit={form.edit}
            onRefuse={form.refuse}
            onLeave={form.leave}
          />
          {(field.Beside || 'nonNumeric' in field) && (
            <div role="status" className={classes.beside}>
              <Followed name={field.name} form={form} />
              {field.Beside && <field.Beside all={form.settled} />}
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

/** What is unusual about a field's value. */
function warningOf(field: AnyField, { settled }: FormState): string | undefined {
  // A percentage may be out of bounds because it follows an amount.
  const outOfBounds = field.kind === 'percent' ? kindProblem(field, settled[field.name] ?? null) : undefined;
  return outOfBounds ?? field.warn?.(settled);
}

/** That a value changed because nothing could be read in another field, and what it was before. */
function Followed({ name, form: { values, followed } }: { name: string; form: FormState }) {
  const from = followed[name];
  if (!from) return null;
  const { label } = from.source;
  const now = inWords(values[from.source.name] ?? null);
  return (
    <FieldWarning>
      {from.former === null ? t.form.followedEmpty(label, now) : t.form.followed(label, now, inWords(from.former))}
    </FieldWarning>
  );
}

/** An amount or a percentage in a sentence. */
function inWords(value: FieldValue): string {
  if (typeof value === 'bigint') return formatMoney(value);
  return typeof value === 'number' ? `${formatDecimal(value)} %` : '';
}
