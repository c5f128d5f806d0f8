import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { t } from '@/i18n/base';
import { isChunkGone, reloadOnce } from '@/kit/lazy';
import { Notice } from '@/kit/Notice';
import { usePageTitle } from '@/kit/page-title';

/** What the router shows inside the layout when a page throws. */
export function ErrorPage() {
  const stale = isChunkGone(useRouteError());
  usePageTitle(t.errors.heading);

  useEffect(() => {
    // After a deployment the old files are gone: the new index names the new ones.
    if (stale) reloadOnce();
  }, [stale]);

  return (
    <Notice title={t.errors.heading} text={stale ? t.errors.newVersion : t.errors.headingHint}>
      <button type="button" className="nm-button" onClick={() => window.location.reload()}>
        {t.common.reload}
      </button>
      {/* A full load, since the application's state is what failed. */}
      <a className="nm-button nm-button--quiet" href="/">
        {t.common.home}
      </a>
    </Notice>
  );
}

/** The same when the layout itself has failed. */
export function RootErrorPage() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}

/** What is shown at an address that has no page. */
export function NotFoundPage() {
  usePageTitle(t.errors.notFoundTitle);
  return (
    <Notice title={t.errors.notFoundTitle} text={t.errors.notFound}>
      <a className="nm-button" href="/">
        {t.common.home}
      </a>
    </Notice>
  );
}
