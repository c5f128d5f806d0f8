import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { t } from '@/i18n/base';
import classes from './AwaitedPage.module.css';
import { focusHeading } from './focus-heading';
import { forgetObstacle, openAwaited, useWaiting } from './lazy';

const words = t.awaited;

const PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

interface AwaitedPageProps {
  /** Whether there is no page yet to stay on. */
  readonly isFirst?: boolean;
  /**
   * What is said, and on the button, where only what was begun meanwhile keeps the page from being opened. The public pages
   * keep nothing of that.
   */
  readonly unsaved?: { readonly text: string; readonly open: string };
}

/**
 * Says why the page that was asked for isn't open yet, tries again by itself, and offers what else helps. Without Mantine,
 * since guests see it too.
 */
export function AwaitedPage({ isFirst = false, unsaved }: AwaitedPageProps) {
  const { location: next } = useNavigation();
  const here = useLocation();
  const navigate = useNavigate();
  const target = next ?? (isFirst ? here : undefined);
  const waiting = useWaiting();
  const asked = target?.key;

  useLayoutEffect(() => {
    if (asked === undefined) return;
    // What kept another page from being opened says nothing of this one, which may be one that was given up before.
    forgetObstacle();
    openAwaited();
    return forgetObstacle;
  }, [asked]);

  useEffect(() => {
    if (!waiting || asked === undefined) return;
    const pause = Math.min(PAUSE_MS * waiting.failures, LONGEST_PAUSE_MS);
    const tryAgain = () => openAwaited();
    const timer = window.setTimeout(tryAgain, pause);
    window.addEventListener('online', tryAgain);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, [waiting, asked]);

  function stay() {
    // A page that is asked for anew takes the place of the one that is waited for.
    void navigate(here, { replace: true, preventScrollReset: true, state: here.state });
    focusHeading({ preventScroll: true });
  }

  const obstacle = target && waiting?.obstacle;
  // Whoever was sent away from a page has none to stay on.
  const canStay = obstacle && !isFirst && document.querySelector('main h1');
  return (
    <div className={classes.place} data-shown={obstacle}>
      {/* The region exists before it speaks, or screen readers miss the first sentence. */}
      <p role="status">{obstacle === 'unsaved' ? unsaved?.text : obstacle && words[obstacle]}</p>
      {obstacle && (
        <div className={classes.ways}>
          {isFirst && <h1 className="visually-hidden">{t.common.loading}</h1>}
          <button type="button" className="nm-button nm-button--quiet" onClick={() => openAwaited(true)}>
            {obstacle === 'unsaved' ? unsaved?.open : t.common.tryAgain}
          </button>
          {/* Some browsers remember a file that they could not get for as long as the page is open. */}
          {(obstacle === 'replaced' || obstacle === 'missing') && (
            <button
              type="button"
              className="nm-button nm-button--quiet"
              onClick={() =>
                isFirst ? window.location.reload() : window.location.assign(target.pathname + target.search)
              }
            >
              {t.common.reload}
            </button>
          )}
          {canStay && (
            <button type="button" className="nm-button nm-button--quiet" onClick={stay}>
              {words.stay}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
