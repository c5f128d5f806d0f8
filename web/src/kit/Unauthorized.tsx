import { t } from '@/i18n/base';
import { useGoBack } from './back';
import { Notice } from './Notice';
import { usePageTitle } from './page-title';

/** Says that a right is missing: the /unauthorized page, and in place of a page that the server refused to load. */
export function Unauthorized() {
  const goBack = useGoBack();
  usePageTitle(t.permissions.unauthorizedTitle);
  return (
    <Notice title={t.permissions.unauthorizedTitle} text={t.permissions.unauthorized}>
      <button type="button" className="nm-button" onClick={goBack}>
        {t.common.goBack}
      </button>
    </Notice>
  );
}
