import { t } from '@/i18n/base';
import { currentUser } from '@/session/session-store';
import classes from './ShellFallback.module.css';

/** The frame's outline while its program arrives, so that nothing jumps when it does. Guests need none. */
export function ShellFallback() {
  if (!currentUser()) return null;
  return (
    <div className={classes.frame} role="status">
      <div className={classes.bar} />
      <div className={classes.side} />
      <span className="visually-hidden">{t.common.loading}</span>
    </div>
  );
}
