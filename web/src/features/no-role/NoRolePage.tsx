import { useQuery } from '@connectrpc/connect-query';
import { Alert, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type RoleRequest, RoleRequestService } from '@/gen/nirmaan/platform/v1/role_request_service_pb';
import { t } from '@/i18n/no-role';
import { userMessage } from '@/kit/errors';
import { formatInstant } from '@/kit/format';
import { EmptyState } from '@/kit/list/EmptyState';
import { toastSuccess } from '@/kit/overlay/toast';
import { PageHeader } from '@/kit/PageHeader';
import { PACE } from '@/kit/pace';
import { useWrite } from '@/kit/write';
import { hasRights } from '@/session/permissions';
import { readUserAnew } from '@/session/session';
import { currentUser, useCurrentUser } from '@/session/session-store';
import { AdministratorLinks } from '@/shared/rights/Administrators';

const { getRoleRequest, requestRole } = RoleRequestService.method;
const words = t.noRole;

/** The home of whoever has no role yet: whom to ask for one, and a button that does. Goes away once they have one. */
export function NoRolePage() {
  const user = useCurrentUser();
  const query = useQuery(getRoleRequest, {}, { staleTime: 0, refetchInterval: PACE.role });
  const { data, dataUpdatedAt } = query;
  const isGiven = data?.hasRights === true;
  // With each answer: what couldn't be read the first time is read with the next.
  const isReading = useRef(false);
  useEffect(() => {
    if (!isGiven || isReading.current) return;
    isReading.current = true;
    void goOn().finally(() => {
      isReading.current = false;
    });
  }, [isGiven, dataUpdatedAt]);
  return (
    <>
      <PageHeader title={words.title} description={user && words.signedIn(user.email, user.tenantName)} />
      {data ? (
        <Request request={data} tenantName={user?.tenantName ?? ''} readAgain={query.refetch} />
      ) : query.isError ? (
        <EmptyState
          kind="error"
          title={words.fetchFailed}
          action={<Button onClick={() => query.refetch()}>{t.common.tryAgain}</Button>}
        >
          {userMessage(query.error, t.errors.unknown)}
        </EmptyState>
      ) : (
        <EmptyState kind="denied" title={t.common.loading} />
      )}
    </>
  );
}

/** Reads the rights that somebody was given: the menu and the home page follow from them. */
async function goOn(): Promise<void> {
  await readUserAnew();
  const user = currentUser();
  if (user && hasRights(user)) toastSuccess(words.given);
}

function Request({
  request,
  tenantName,
  readAgain,
}: {
  request: RoleRequest;
  tenantName: string;
  readAgain: () => unknown;
}) {
  const write = useWrite([getRoleRequest]);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { administrators, requestedAt, nextRequestAt, byMail } = request;
  const status = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    // The button goes, and the focus with it.
    if (nextRequestAt && hasAsked.current && document.activeElement === document.body) status.current?.focus();
  }, [nextRequestAt]);
  if (administrators.length === 0) {
    return (
      <EmptyState
        kind="denied"
        title={words.nobody(tenantName)}
        action={
          <Button component={Link} to="/contact">
            {t.nav.contact}
          </Button>
        }
      />
    );
  }
  const ask = async () => {
    hasAsked.current = true;
    setPending(true);
    setFailure(undefined);
    try {
      await write(requestRole, {});
    } catch (error) {
      setFailure(userMessage(error, words.askFailed));
      // It may be that they have a role by now.
      void readAgain();
    } finally {
      setPending(false);
    }
  };
  return (
    <EmptyState
      kind="denied"
      title={words.whoGives}
      action={
        !nextRequestAt && (
          <Button onClick={ask} loading={pending}>
            {t.permissions.askForRole}
          </Button>
        )
      }
    >
      <p>{words.why}</p>
      {!nextRequestAt && <p>{byMail ? words.byMail : words.byList}</p>}
      <div role="status" ref={status} tabIndex={-1}>
        {requestedAt && <p>{words.asked(formatInstant(requestedAt))}</p>}
        {nextRequestAt && (
          <p>
            {byMail ? words.told.mail : words.told.list} {words.again(formatInstant(nextRequestAt))}
          </p>
        )}
      </div>
      <AdministratorLinks emails={administrators} />
      {failure && (
        <Alert color="sindoor" role="alert">
          {failure}
        </Alert>
      )}
    </EmptyState>
  );
}
