import { Link, useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/frame';
import { Notice } from '@/kit/Notice';
import { usePageTitle } from '@/kit/page-title';

/** Stands in for a page that the product will have. */
export function UnderConstruction({ page }: { readonly page: string }) {
  const navigate = useNavigate();
  // The page that a visit begins with has none before it.
  const cameFrom = useLocation().key !== 'default';
  usePageTitle(page);
  return (
    <Notice kicker={page} title={t.underConstruction.title} text={t.underConstruction.hint(page)}>
      <button
        type="button"
        className="nm-button nm-button--quiet"
        onClick={() => (cameFrom ? navigate(-1) : navigate('/'))}
      >
        {t.common.back}
      </button>
      <Link className="nm-button" to="/">
        {t.common.home}
      </Link>
    </Notice>
  );
}
