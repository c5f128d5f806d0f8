import { IconListCheck } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { t } from '@/i18n/access';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { labelOf } from '@/kit/named';
import { PageHeader } from '@/kit/PageHeader';
import { useUser } from './find-users';
import { RoleTable } from './RoleTable';
import { MappingGuard } from './rights';

const words = t.roleMapping;

/** The roles of one user, reached from the list of users. */
export function RolesPage() {
  const { userId = '' } = useParams();
  return (
    <MappingGuard>
      <Roles userId={userId} />
    </MappingGuard>
  );
}

function Roles({ userId }: { userId: string }) {
  // The roles may be open to somebody who may not see users: the page then does without the name.
  const { choice } = useUser(userId);
  const title = choice ? words.rolesOf(labelOf(choice)) : words.rolesTitle;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: t.nav.users, to: '/admin/users' }]}
        actions={
          <GuardedLink
            to={`/admin/users/${userId}/permissions`}
            reason={undefined}
            icon={<IconListCheck size={16} aria-hidden />}
            variant="default"
          >
            {words.permissions}
          </GuardedLink>
        }
      />
      <RoleTable userId={userId} caption={title} />
    </>
  );
}
