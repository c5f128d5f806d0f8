import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import classes from './Form.module.css';
import type { AnySection, FormValues } from './fields';
import { type Panel, PanelSection } from './Panels';
import { SectionIndex } from './SectionIndex';
import { ViewSection } from './ViewField';

const NO_ERRORS = {};

/** A panel as an entry of the index. */
const unfielded = ({ id, title }: Panel): AnySection => ({ id, title, fields: [] });

/** One record to read. */
export function RecordPage({
  title,
  breadcrumbs,
  description,
  actions,
  sections,
  values,
  panels = [],
}: {
  title: string;
  breadcrumbs?: readonly Crumb[];
  description?: ReactNode;
  actions?: ReactNode;
  sections: readonly AnySection[];
  values: FormValues;
  panels?: readonly Panel[] | undefined;
}) {
  const above = panels.filter(({ first }) => first);
  const below = panels.filter(({ first }) => !first);
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} description={description} actions={actions} />
      <div className={classes.layout} data-indexed>
        <div className={classes.body}>
          {above.map((panel) => (
            <PanelSection key={panel.id} panel={panel} />
          ))}
          {sections.map((section) => (
            <ViewSection key={section.id} section={section} values={values} />
          ))}
          {below.map((panel) => (
            <PanelSection key={panel.id} panel={panel} />
          ))}
        </div>
        <SectionIndex sections={[...above.map(unfielded), ...sections, ...below.map(unfielded)]} errors={NO_ERRORS} />
      </div>
    </>
  );
}

/** Holds the place of a record or a form while it is on its way. */
export function RecordSkeleton({ title, sections }: { title: string; sections: readonly AnySection[] }) {
  return (
    <>
      <PageHeader title={title} />
      <div className={classes.layout} data-indexed aria-busy>
        <div className={classes.body}>
          {sections.map((section) => (
            <div key={section.id} className={classes.section}>
              <Skeleton height={14} width={120} mb="lg" />
              <div className={classes.fields}>
                {section.fields.map((field) => (
                  <div key={field.name} data-span={field.span}>
                    <Skeleton height={10} width="40%" mb={8} />
                    <Skeleton height={16} width="75%" />
                  </div>
                ))}
              </div>
            </div>
          ))}
        </div>
      </div>
    </>
  );
}
