import { type ReactNode, useId } from 'react';

/** What ties a control to its label, hint and problem. */
export interface ControlProps {
  readonly id: string;
  readonly required: true;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

interface FieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** Why the value isn't taken. */
  readonly problem?: string | undefined;
  /** The id of a message elsewhere that says so. */
  readonly problemId?: string | undefined;
  /** Stands at the end of the hint's line. */
  readonly aside?: ReactNode;
  readonly children: (control: ControlProps) => ReactNode;
}

/** A required field of a public form: label, control, hint, problem. Without Mantine, as guests load it. */
export function Field({ label, hint, problem, problemId, aside, children }: FieldProps) {
  const id = useId();
  const described = [
    hint !== undefined && `${id}-hint`,
    problem !== undefined && `${id}-problem`,
    problemId !== undefined && problemId,
  ].filter((part) => part !== false);
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        <span aria-hidden="true"> *</span>
      </label>
      {children({
        id,
        required: true,
        'aria-invalid': problem !== undefined || problemId !== undefined,
        'aria-describedby': described.join(' ') || undefined,
      })}
      {(hint !== undefined || aside !== undefined) && (
        <p className="field-hint">
          <span id={`${id}-hint`}>{hint}</span>
          {aside}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="field-problem">
          {problem}
        </p>
      )}
    </div>
  );
}
