import { t } from '@/i18n/base';
import { useGoBack } from '@/kit/back';
import { Notice } from '@/kit/Notice';
import { usePageTitle } from '@/kit/page-title';

/** /unauthorized. */
export function UnauthorizedPage() {
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
