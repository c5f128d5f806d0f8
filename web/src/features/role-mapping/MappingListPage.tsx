import { IconEye, IconPencil, IconPlus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { t } from '@/i18n/access';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { EmptyState } from '@/kit/list/EmptyState';
import { Surface } from '@/kit/list/Surface';
import { labelOf } from '@/kit/named';
import { PageHeader } from '@/kit/PageHeader';
import { useRefusal } from '@/session/Can';
import { findUsers, useUser } from './find-users';
import classes from './mapping.module.css';
import { RoleTable } from './RoleTable';
import { MappingGuard, MODULE } from './rights';

const words = t.roleMapping;

/** Chooses a user and lists their roles; the address says whose. */
export function MappingListPage() {
  return (
    <MappingGuard>
      <Mappings />
    </MappingGuard>
  );
}

function Mappings() {
  const [search, setSearch] = useSearchParams();
  const userId = search.get('userId') ?? '';
  const { choice } = useUser(userId);
  const noCreate = useRefusal(MODULE, 'create');
  const noEdit = useRefusal(MODULE, 'edit');
  const at = `/admin/user-roles-mapping/${userId}`;
  return (
    <>
      <PageHeader
        title={words.title}
        actions={
          <>
            <GuardedLink
              to="/admin/user-roles-mapping/create"
              reason={noCreate}
              icon={<IconPlus size={16} aria-hidden />}
            >
              {words.create}
            </GuardedLink>
            {userId && (
              <>
                <GuardedLink
                  to={`${at}/view`}
                  reason={undefined}
                  icon={<IconEye size={16} aria-hidden />}
                  variant="default"
                >
                  {t.common.view}
                </GuardedLink>
                <GuardedLink
                  to={`${at}/edit`}
                  reason={noEdit}
                  icon={<IconPencil size={16} aria-hidden />}
                  variant="default"
                >
                  {t.common.edit}
                </GuardedLink>
              </>
            )}
          </>
        }
      />
      <div className={classes.picker}>
        <TypeAhead
          // The field takes its text from the choice when it is made anew: once the user's name has come.
          key={choice?.value ?? userId}
          label={words.user}
          description={words.userHint}
          find={findUsers}
          value={choice ?? null}
          onChange={(next) => next && setSearch({ userId: next.value })}
        />
      </div>
      {userId ? (
        <RoleTable key={userId} userId={userId} caption={choice ? words.rolesOf(labelOf(choice)) : words.rolesTitle} />
      ) : (
        <Surface>
          <EmptyState kind="filtered" title={words.choose}>
            {words.chooseHint}
          </EmptyState>
        </Surface>
      )}
    </>
  );
}
