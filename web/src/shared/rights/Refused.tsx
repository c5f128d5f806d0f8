import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { t } from '@/i18n/frame';
import { useGoBack } from '@/kit/back';
import { EmptyState } from '@/kit/list/EmptyState';
import { type Crumb, PageHeader } from '@/kit/PageHeader';
import { lazyPart } from '@/kit/Part';
import { hasRights } from '@/session/permissions';
import { readUserAnew } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';

const Administrators = lazyPart(() => import('./Administrators').then((module) => module.Administrators));

/** In place of a page, or a form, for which the user has no right: names it, says whom to ask, and leads back. */
export function Refused({
  title = t.permissions.unauthorizedTitle,
  right,
  breadcrumbs,
  recheck = false,
}: {
  title?: string;
  /** The sentence that names what is missing. */
  right: string;
  breadcrumbs?: readonly Crumb[] | undefined;
  /** Whether only what is stored of the user says so: then it is read anew, since somebody may have granted it meanwhile. */
  recheck?: boolean;
}) {
  const goBack = useGoBack();
  const user = useCurrentUser();
  useEffect(() => {
    if (recheck) void readUserAnew();
  }, [recheck]);
  return (
    <>
      <PageHeader title={title} breadcrumbs={breadcrumbs} />
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
        {t.permissions.unauthorized}
        <Administrators />
      </EmptyState>
    </>
  );
}
