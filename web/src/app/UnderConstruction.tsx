import { Link } from 'react-router';
import { t } from '@/i18n/frame';
import { useGoBack } from '@/kit/back';
import { Notice } from '@/kit/Notice';
import { usePageTitle } from '@/kit/page-title';

/** Stands in for a page that the product will have. */
export function UnderConstruction({ page }: { readonly page: string }) {
  const goBack = useGoBack();
  usePageTitle(page);
  return (
    <Notice kicker={page} title={t.underConstruction.title} text={t.underConstruction.hint(page)}>
      <button type="button" className="nm-button nm-button--quiet" onClick={goBack}>
        {t.common.back}
      </button>
      <Link className="nm-button" to="/">
        {t.common.home}
      </Link>
    </Notice>
  );
}
