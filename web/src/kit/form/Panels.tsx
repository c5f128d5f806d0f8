import type { ReactNode } from 'react';
import classes from './Form.module.css';

/** Something of a record that isn't a field, in a frame of its own. */
export interface Panel {
  id: string;
  title: string;
  content: ReactNode;
  /** Stands above the fields of a view instead of under them. */
  first?: boolean;
}

/** One panel, which the index beside the record can lead to. */
export function PanelSection({ panel: { id, title, content } }: { panel: Panel }) {
  const heading = `heading-${id}`;
  return (
    <section className={classes.section} id={`section-${id}`} aria-labelledby={heading}>
      <h2 className={classes.heading} id={heading}>
        {title}
      </h2>
      <div>{content}</div>
    </section>
  );
}

/** Panels under a form, as wide as its sections. */
export function Panels({ panels }: { panels: readonly Panel[] }) {
  return (
    <div className={classes.layout} data-indexed>
      <div className={classes.body}>
        {panels.map((panel) => (
          <PanelSection key={panel.id} panel={panel} />
        ))}
      </div>
    </div>
  );
}
