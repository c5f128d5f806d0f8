import { FieldInput } from './FieldInput';
import classes from './Form.module.css';
import type { AnyField } from './fields';
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
            warning={field.warn?.(form.settled)}
            all={field.kind === 'custom' ? form.values : undefined}
            locked={field.locked?.(form.values)}
            onEdit={form.edit}
            onRefuse={form.refuse}
          />
          {field.Beside && (
            <div role="status" className={classes.beside}>
              <field.Beside all={form.settled} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}
