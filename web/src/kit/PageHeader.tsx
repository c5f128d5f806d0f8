import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/frame';
import classes from './PageHeader.module.css';
import { useHeadingFocus, usePageTitle } from './page-title';

/** A step on the way to the page. */
export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface PageHeaderProps {
  readonly title: string;
  /** The pages above this one, outermost first; the page itself is added. */
  readonly breadcrumbs?: readonly Crumb[];
  /** Buttons on the right; the primary one first. */
  readonly actions?: ReactNode;
  /** A line under the title: what the page is for, or the state of the record. */
  readonly description?: ReactNode;
  /** The document's title when it should say more than the heading. */
  readonly documentTitle?: string;
}

/** Breadcrumb, heading and actions of a page. Names the document and takes the focus after navigation. */
export function PageHeader({ title, breadcrumbs = [], actions, description, documentTitle }: PageHeaderProps) {
  const heading = useHeadingFocus();
  usePageTitle(documentTitle ?? title, ...breadcrumbs.map(({ label }) => label).reverse());
  return (
    <div className={classes.header}>
      {breadcrumbs.length > 0 && <Breadcrumb crumbs={breadcrumbs} current={title} />}
      <div className={classes.row}>
        <div className={classes.heading}>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {description !== undefined && <div className={classes.description}>{description}</div>}
        </div>
        {actions !== undefined && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}

/** The way to a page; the last step is the page itself and no link. */
export function Breadcrumb({ crumbs, current }: { readonly crumbs: readonly Crumb[]; readonly current: string }) {
  return (
    <nav aria-label={t.shell.breadcrumb}>
      <ol className={classes.crumbs}>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  );
}
