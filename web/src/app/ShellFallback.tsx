import { t } from '@/i18n/base';
import { AwaitedPage } from '@/kit/AwaitedPage';
import { currentUser } from '@/session/session-store';
import classes from './ShellFallback.module.css';

/** The frame's outline while its program arrives, so that nothing jumps when it does. Guests need none. */
export function ShellFallback() {
  const isUser = currentUser() !== undefined;
  return (
    <main className={classes.frame}>
      {isUser && <div className={classes.bar} />}
      <AwaitedPage isFirst />
      {isUser && <div className={classes.side} />}
      {isUser && (
        <span className="visually-hidden" role="status">
          {t.common.loading}
        </span>
      )}
    </main>
  );
}
