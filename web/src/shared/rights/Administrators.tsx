import { useQuery } from '@connectrpc/connect-query';
import { RoleRequestService } from '@/gen/nirmaan/platform/v1/role_request_service_pb';
import { t } from '@/i18n/no-role';
import classes from './Administrators.module.css';

// More would be a list of its own.
const SHOWN = 3;

/** Those whom the user can ask for a right, once they are known. */
export function Administrators() {
  const { data } = useQuery(RoleRequestService.method.getRoleRequest, {});
  return <AdministratorLinks emails={data?.administrators ?? []} />;
}

/** Addresses to write to. Takes its room before there are any. */
export function AdministratorLinks({ emails }: { emails: readonly string[] }) {
  const more = emails.length - SHOWN;
  return (
    <p className={classes.administrators}>
      {emails.length > 0 && t.noRole.administrators}
      {emails.slice(0, SHOWN).map((email) => (
        <a key={email} href={`mailto:${email}`}>
          {email}
        </a>
      ))}
      {more > 0 && t.noRole.more(more)}
    </p>
  );
}
