import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, useId } from 'react';
import { t } from '@/i18n/t';
import { ErrorSummary } from './ErrorSummary';
import { FieldGrid } from './FieldGrid';
import classes from './Form.module.css';
import type { AnySection } from './fields';
import type { FormState } from './useFormState';
import type { useSubmit } from './useSubmit';

/** A form that is one part of a page and stays there when it is saved. The page guards what is unsaved. */
export function SectionForm({
  title,
  sections,
  form,
  sending,
  submitLabel,
  onSubmit,
  children,
}: {
  title: string;
  sections: readonly AnySection[];
  form: FormState;
  sending: ReturnType<typeof useSubmit>;
  submitLabel: string;
  onSubmit: () => void;
  /** What stands between the heading and the fields. */
  children?: ReactNode;
}) {
  const heading = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form method="post" onSubmit={submit} noValidate aria-labelledby={heading} className={classes.section}>
      <h2 id={heading} className={classes.heading}>
        {title}
      </h2>
      <div className={classes.body}>
        <ErrorSummary
          sections={sections}
          errors={form.errors}
          message={sending.failure?.message}
          reference={sending.failure?.reference}
          attempt={sending.attempt}
        />
        {children}
        {sections.map(({ id, fields }) => (
          <FieldGrid key={id} fields={fields} form={form} />
        ))}
        <div className={classes.send}>
          <Button type="submit" loading={sending.pending}>
            {submitLabel}
          </Button>
          {form.dirty && (
            <span className={classes.unsaved} role="status">
              {t.form.unsaved}
            </span>
          )}
        </div>
      </div>
    </form>
  );
}
