import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { UserRoleMappingService } from '@/gen/nirmaan/platform/v1/user_role_mapping_service_pb';
import { t } from '@/i18n/access';
import { useGoBack } from '@/kit/back';
import { GuardedLink } from '@/kit/data/GuardedLink';
import { FormPage } from '@/kit/form/FormPage';
import { anySections, type Choice, type FormValues, type Section } from '@/kit/form/fields';
import { RecordPage, RecordSkeleton } from '@/kit/form/RecordPage';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { labelOf } from '@/kit/named';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module, moduleName } from '@/session/permissions';
import { useForbidden } from '@/shared/rights/useForbidden';
import { changeRequest, readRoleChanges } from '@/shared/roles/role-changes';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { findUsers, useUser } from './find-users';
import { RolesInput } from './RolesInput';
import { RoleTicks } from './RoleTicks';
import { MappingGuard, MODULE } from './rights';
import { MAPPING_SERVICES } from './services';

const words = t.roleMapping;
const api = UserRoleMappingService.method;
const PARENT = '/admin/user-roles-mapping';
const breadcrumbs = [{ label: words.title, to: PARENT }];

/** The values of the mapping form. */
interface MappingValues {
  user: Choice | null;
  /** What the boxes change, as `writeRoleChanges` writes it. */
  roles: string;
  /** Not a field: whether the user is given. */
  fixed: boolean;
}

const sections = anySections<MappingValues>([
  {
    id: 'user',
    title: words.userSection,
    fields: [
      {
        name: 'user',
        label: words.user,
        kind: 'lookup',
        Input: TypeAhead,
        find: findUsers,
        help: words.userHint,
        required: words.userRequired,
        // The boxes of one user mean nothing for another.
        onEdit: () => ({ roles: '' }),
        locked: ({ fixed }) => (fixed ? words.userFixed : undefined),
        view: (user) => user && labelOf(user),
      },
    ],
  },
  {
    id: 'roles',
    title: words.section,
    fields: [{ name: 'roles', label: words.section, kind: 'custom', span: 3, Input: RolesInput }],
  },
] satisfies Section<MappingValues>[]);

/** Saves the boxes that were touched, and leaves the user's other roles to whoever gives and takes them meanwhile. */
function useSave() {
  const write = useWrite(MAPPING_SERVICES);
  return async (values: FormValues) => {
    const { user, roles } = values as unknown as MappingValues;
    const input = { userId: user?.value ?? '', ...changeRequest(readRoleChanges(roles)) };
    await write(api.changeUserRoles, input, { unsaid: [api.listRoleSelection] });
    return undefined;
  };
}

function MappingForm({ title, user }: { title: string; user: Choice | null }) {
  const save = useSave();
  const forbidden = useForbidden(MODULE, 'edit', title, breadcrumbs);
  const values: FormValues = { user, roles: '', fixed: user !== null };
  return (
    <FormPage
      mode={user ? 'edit' : 'create'}
      title={title}
      breadcrumbs={breadcrumbs}
      sections={sections}
      loaded={{ values, version: 0n }}
      save={save}
      fieldPrefix=""
      saved={words.saved}
      saveFailed={words.updateFailed}
      submitLabel={t.common.save}
      resettable
      parent={user ? `${PARENT}?userId=${user.value}` : PARENT}
      forbidden={forbidden}
    />
  );
}

/** Chooses a user and their roles. */
export function MappingCreatePage() {
  return (
    <MappingGuard>
      <MappingForm title={words.create} user={null} />
    </MappingGuard>
  );
}

/** The roles of a user, to change. */
export function MappingEditPage() {
  return (
    <MappingGuard>
      <WithUser>{(user) => <MappingForm key={user.value} title={words.editOf(labelOf(user))} user={user} />}</WithUser>
    </MappingGuard>
  );
}

/** The roles of a user, to read. */
export function MappingViewPage() {
  return (
    <MappingGuard>
      <WithUser>{(user) => <MappingView user={user} />}</WithUser>
    </MappingGuard>
  );
}

function MappingView({ user }: { user: Choice }) {
  const goBack = useGoBack(PARENT);
  const noEdit = useRefusal(MODULE, 'edit');
  const shown = sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) =>
      field.kind === 'custom' ? { ...field, view: () => <RoleTicks userId={user.value} /> } : field,
    ),
  }));
  return (
    <RecordPage
      title={words.viewOf(labelOf(user))}
      breadcrumbs={breadcrumbs}
      sections={shown}
      values={{ user, roles: '' }}
      actions={
        <>
          <GuardedLink to={`${PARENT}/${user.value}/edit`} reason={noEdit} icon={<IconPencil size={16} aria-hidden />}>
            {t.common.edit}
          </GuardedLink>
          <Button variant="default" onClick={goBack}>
            {t.common.back}
          </Button>
        </>
      }
    />
  );
}

/** Reads the user of the address before the page that is about them. */
function WithUser({ children }: { children: (user: Choice) => React.ReactNode }) {
  const { id = '' } = useParams();
  const { query, choice } = useUser(id);
  if (choice) return children(choice);
  if (query.isError) {
    return (
      <LoadFailure
        error={query.error}
        retry={query.refetch}
        failed={words.userFailed}
        module={moduleName(Module.USER)}
        breadcrumbs={breadcrumbs}
      />
    );
  }
  return <RecordSkeleton title={t.common.loading} sections={sections} />;
}
