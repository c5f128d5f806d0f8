import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '@/i18n/frame';
import { useGoBack } from '@/kit/back';
import { EmptyState } from '@/kit/list/EmptyState';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { lazyPart } from '@/kit/Part';
import { useRecheck } from '@/session/Can';
import { hasRights } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';

const Administrators = lazyPart(() => import('./Administrators').then((module) => module.Administrators));

/** In place of a page, or a form, for which the user has no right: names it, says whom to ask, and leads back. */
export function Refused({
  title,
  text = title === undefined ? t.permissions.unauthorized : undefined,
  right,
  breadcrumbs,
}: {
  /** Of the form that isn't offered; without one it is the page that is refused. */
  title?: string;
  /** What else is to be said. */
  text?: string | undefined;
  /** The sentence that names what is missing. */
  right: string;
  breadcrumbs?: readonly Crumb[] | undefined;
}) {
  const goBack = useGoBack();
  const user = useCurrentUser();
  useRecheck(true);
  return (
    <>
      <PageHeader title={title ?? t.permissions.unauthorizedTitle} breadcrumbs={breadcrumbs} />
      <EmptyState
        kind="denied"
        title={right}
        action={
          <>
            {user && !hasRights(user) && (
              <Button component={Link} to="/">
                {t.permissions.askForRole}
              </Button>
            )}
            <Button variant="default" onClick={goBack}>
              {t.common.goBack}
            </Button>
          </>
        }
      >
        {text}
        <Administrators />
      </EmptyState>
    </>
  );
}
