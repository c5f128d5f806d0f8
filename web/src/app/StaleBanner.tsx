import { Button } from '@mantine/core';
import { type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import {
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import { t } from '@/i18n/frame';
import { ageOf } from '@/kit/age';
import { isUnauthenticated, userMessage } from '@/kit/errors';
import { focusHeading } from '@/kit/focus-heading';
import { formatTime } from '@/kit/format';
import classes from './StaleBanner.module.css';

/** How often the age is told anew. */
const TICK_MS = 30_000;

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
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const old = useSyncExternalStore(subscribe, () => oldest(cache));
  const isAll = useSyncExternalStore(subscribe, () => isAllOld(cache));
  const place = useRef<HTMLElement>(null);
  useTick(old !== undefined);
  useHeightBelowBar(place);

  const readAgain = async () => {
    await queries.refetchQueries({ type: 'active', predicate: isOld });
    // The button is gone once everything was read.
    if (document.activeElement === document.body) focusHeading({ preventScroll: true });
  };

  const at = old && new Date(old.dataUpdatedAt);
  return (
    <section
      ref={place}
      aria-label={t.stale.label}
      className={classes.place}
      data-shown={old !== undefined || undefined}
    >
      <p className={classes.text}>
        {/* The region exists before it speaks, or screen readers miss the first sentence. */}
        <span role="status">{old && (isAll ? t.stale.all : t.stale.some)}</span>{' '}
        {old && at && (
          <>
            {/* A clock that was set back says nothing of an age. */}
            {at.getTime() <= Date.now() && t.stale.age(ageOf(Date.now() - at.getTime()))}{' '}
            <span className={classes.detail}>
              {t.stale.at(formatTime(at))} {userMessage(old.error, t.errors.unknown)}
            </span>
          </>
        )}
      </p>
      {old && (
        <Button size="xs" variant="default" onClick={readAgain} loading={old.fetchStatus === 'fetching'}>
          {t.common.tryAgain}
        </Button>
      )}
    </section>
  );
}

/** Draws anew every now and then. */
function useTick(needed: boolean): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!needed) return;
    const timer = window.setInterval(tick, TICK_MS);
    return () => window.clearInterval(timer);
  }, [needed]);
}

/** Tells what else stays in sight how much of the page's top is taken. */
function useHeightBelowBar(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--nm-banner-height', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--nm-banner-height');
    };
  }, [place]);
}
