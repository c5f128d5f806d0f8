import { t } from '@/i18n/t';
import classes from './Form.module.css';
import type { AnySection } from './fields';

/** The form's sections beside it, on screens wide enough to spare the room. */
export function SectionIndex({
  sections,
  errors,
}: {
  sections: readonly AnySection[];
  errors: Readonly<Record<string, string>>;
}) {
  return (
    <nav className={classes.index} aria-label={t.form.sections}>
      <p className={classes.indexTitle}>{t.form.sections}</p>
      <ul>
        {sections.map((section) => {
          const count = section.fields.filter((field) => field.name in errors).length;
          return (
            <li key={section.id}>
              <a
                href={`#section-${section.id}`}
                onClick={(event) => {
                  // As in the error summary: moving about in a form is no step in the history.
                  event.preventDefault();
                  const target = document.getElementById(`section-${section.id}`);
                  target?.scrollIntoView({ block: 'start' });
                  target?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
                }}
              >
                {section.title}
                {count > 0 && <span className={classes.indexCount}>{t.form.problems(count)}</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
