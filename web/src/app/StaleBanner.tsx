import { Button } from '@mantine/core';
import { notifyManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '@/i18n/frame';
import { ageOf } from '@/kit/age';
import { isUnauthenticated, userMessage } from '@/kit/errors';
import { focusHeading } from '@/kit/focus-heading';
import { formatTime } from '@/kit/format';
import { useTick } from '@/kit/tick';
import classes from './StaleBanner.module.css';

/**
 * What is on the screen although it couldn't be read again. Of a session that ended the sign-in dialog speaks; of a part that was
 * to follow, whoever shows the others.
 */
const isOld = ({ state: { status, data, dataUpdatedAt, error, fetchMeta } }: Query) =>
  status === 'error' && data !== undefined && dataUpdatedAt > 0 && !fetchMeta?.fetchMore && !isUnauthenticated(error);

/** The oldest of it; the same object until something changes. */
function oldest(cache: QueryCache): Query['state'] | undefined {
  const states = cache.findAll({ type: 'active', predicate: isOld }).map(({ state }) => state);
  return states.sort((one, other) => one.dataUpdatedAt - other.dataUpdatedAt)[0];
}

const isAllOld = (cache: QueryCache) =>
  cache.findAll({ type: 'active' }).every((query) => query.state.data === undefined || isOld(query));

/**
 * Says how old the page's figures are, for as long as some of them couldn't be read again: a server that is down must not leave
 * last hour's figures standing without a word. A page that shows other rows than those asked for says so itself.
 */
export function StaleBanner() {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const subscribe = useCallback(
    (listener: () => void) => {
      // Of observers the cache also speaks while the component that makes one is drawn.
      const afterwards = notifyManager.batchCalls(listener);
      return cache.subscribe(({ type }) => (type === 'updated' ? listener() : afterwards()));
    },
    [cache],
  );
  const old = useSyncExternalStore(subscribe, () => oldest(cache));
  const isAll = useSyncExternalStore(subscribe, () => isAllOld(cache));
  const button = useRef<HTMLButtonElement>(null);
  useTick(old !== undefined);

  const isReading = old?.fetchStatus === 'fetching';
  const isAsked = useRef(false);
  const readAgain = () => {
    isAsked.current = true;
    void queries.refetchQueries({ type: 'active', predicate: isOld });
  };
  useEffect(() => {
    if (!isAsked.current || isReading) return;
    isAsked.current = false;
    // The button was disabled meanwhile, or is gone by now.
    if (document.activeElement !== document.body) return;
    if (button.current) button.current.focus();
    else focusHeading({ preventScroll: true });
  }, [isReading]);

  const at = old && new Date(old.dataUpdatedAt);
  return (
    <section aria-label={old && t.stale.label} className={classes.place} data-shown={old !== undefined || undefined}>
      <p className={classes.text}>
        {/* The region exists before it speaks, or screen readers miss the first sentence. */}
        <span role="status">{old && (isAll ? t.stale.all : t.stale.some)}</span>{' '}
        {old && at && (
          <>
            {/* A clock that was set back says nothing of an age. */}
            {t.stale.read(at.getTime() <= Date.now() ? ageOf(Date.now() - at.getTime()) : '')}{' '}
            <span className={classes.detail}>
              {t.stale.at(formatTime(at))} {userMessage(old.error, t.errors.unknown)}
            </span>
          </>
        )}
      </p>
      {old && (
        <Button ref={button} size="xs" variant="default" onClick={readAgain} loading={isReading}>
          {t.common.tryAgain}
        </Button>
      )}
    </section>
  );
}
