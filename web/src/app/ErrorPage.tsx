import { t } from '@/i18n/base';
import { Notice } from '@/kit/Notice';
import { usePageTitle } from '@/kit/page-title';

/** What the router shows inside the layout when a page throws. */
export function ErrorPage() {
  usePageTitle(t.errors.heading);

  return (
    <Notice title={t.errors.heading} text={t.errors.headingHint}>
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
