import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { t } from '@/i18n/t';
import classes from './Form.module.css';
import { type AnySection, fieldId, focusField } from './fields';

/** Why the form was not saved. `attempt` counts the failures: each one takes focus, even with the same text. */
export function ErrorSummary({
  sections,
  errors,
  message,
  detail,
  reference,
  attempt,
}: {
  sections: readonly AnySection[];
  errors: Readonly<Record<string, string>>;
  /** What is wrong with the whole, when no field is to blame. */
  message?: string;
  /** What else there is to say of it. */
  detail?: string | undefined;
  /** The server's name for the request, to quote when asking for help. */
  reference?: string;
  attempt: number;
}) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) root.current?.focus();
  }, [attempt]);

  const known = new Set(sections.flatMap((section) => section.fields.map((field) => field.name)));
  const entries = Object.entries(errors);
  if (entries.length === 0 && !message) return null;
  return (
    <Alert
      ref={root}
      tabIndex={-1}
      role="alert"
      color="sindoor"
      className={classes.summary}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={message ?? t.form.summary(entries.length)}
    >
      {detail}
      {entries.length > 0 && (
        <ul className={classes.problems}>
          {entries.map(([name, problem]) => (
            <li key={name}>
              {known.has(name) ? (
                <Anchor
                  href={`#${fieldId(name)}`}
                  c="inherit"
                  underline="always"
                  onClick={(event) => {
                    // Focus, and not a jump to the anchor: that would be a step in the history.
                    event.preventDefault();
                    focusField(name);
                  }}
                >
                  {problem}
                </Anchor>
              ) : (
                problem
              )}
            </li>
          ))}
        </ul>
      )}
      {reference && (
        <span>
          {t.form.reference} <code>{reference}</code>
        </span>
      )}
    </Alert>
  );
}
