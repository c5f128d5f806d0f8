import { Link } from 'react-router';
import { t } from '@/i18n/base';
import classes from './Mark.module.css';

/** The product's mark and name; leads home. */
export function Mark() {
  return (
    <Link to="/" className={classes.mark} aria-label={t.shell.goHome}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path className={classes.first} d="M2 4h20v4H2z" />
        <path className={classes.second} d="M2 10h13v4H2z" />
        <path className={classes.third} d="M8 16h14v4H8z" />
      </svg>
      <span>{t.product}</span>
    </Link>
  );
}
