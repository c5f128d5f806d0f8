import type { MessageInitShape } from '@bufbuild/protobuf';
import { callUnaryMethod, useQuery } from '@connectrpc/connect-query';
import { createElement, useMemo } from 'react';
import { TenantService } from '@/gen/nirmaan/platform/v1/tenant_service_pb';
import type { User, UserSchema } from '@/gen/nirmaan/platform/v1/user_pb';
import { t } from '@/i18n/people';
import type { Choice, FindChoices, Mode, Section } from '@/kit/form/fields';
import { ImageInput } from '@/kit/form/ImageInput';
import { imageForWire } from '@/kit/form/image-file';
import { PasswordField } from '@/kit/form/PasswordField';
import { TypeAhead } from '@/kit/form/TypeAhead';
import { NONE } from '@/kit/format';
import { currentUser, useCurrentUser } from '@/session/session-store';
import { emailProblem, mobileProblem } from '@/shared/people/contact-rules';
import { passwordProblem } from '@/shared/people/password-rules';
import { useSendsMail } from '@/shared/people/useSendsMail';
import { ACTIVE_OPTIONS, type ActiveName } from './active';
import { HandOverInput, receiverOf } from './HandOverInput';
import { HeldRoles, RolesInput } from './UserRoles';

/** The values of the user form. */
export interface UserValues {
  /** Empty for a new user. */
  userId: string;
  email: string;
  mobileNo: string;
  designation: string;
  /** How a new user gets in: by a link that is mailed to them, or by a password that is told to them. */
  signIn: 'invitation' | 'password';
  /** Only ever typed: it is never answered. */
  password: string;
  tenantId: Choice | null;
  isActive: ActiveName;
  /** As it is stored. */
  wasActive: ActiveName;
  /** Who gets the open tasks; see `HandOverInput`. */
  handOverToId: string;
  profileImage: string;
  comment: string;
  /** The roles of a new user, as `writeRoleChanges` writes them. */
  roleIds: string;
  /** What changes of the roles that a user holds, given and taken; the same. */
  giveRoleIds: string;
}

/** What a new user starts from: somebody of the organisation of whoever creates them. */
export function initialUser(): UserValues {
  const creator = currentUser();
  return {
    userId: '',
    email: '',
    mobileNo: '',
    designation: '',
    signIn: 'invitation',
    password: '',
    tenantId: creator ? { value: creator.tenantId, label: creator.tenantName } : null,
    isActive: 'true',
    wasActive: 'true',
    handOverToId: '',
    profileImage: '',
    comment: '',
    roleIds: '',
    giveRoleIds: '',
  };
}

const activeName = (user: User): ActiveName => (user.isActive === false ? 'false' : 'true');

/** A user as the form holds them. */
export const userValues = (user: User): UserValues => ({
  userId: user.id,
  email: user.email,
  mobileNo: user.mobileNo,
  designation: user.designation,
  signIn: 'password',
  password: '',
  tenantId: { value: user.tenantId, label: user.tenantName },
  isActive: activeName(user),
  wasActive: activeName(user),
  handOverToId: '',
  profileImage: user.profileImage,
  comment: user.comment,
  roleIds: '',
  giveRoleIds: '',
});

/** What the form holds as a user for the wire. */
export const userMessage = (values: UserValues, version = 0n): MessageInitShape<typeof UserSchema> => ({
  email: values.email.trim(),
  mobileNo: values.mobileNo.trim(),
  designation: values.designation.trim(),
  password: values.password,
  // Where no mail is sent, a password is required and there.
  sendInvitation: values.signIn === 'invitation' && values.password === '',
  tenantId: values.tenantId?.value ?? '',
  isActive: values.isActive === 'true',
  profileImage: imageForWire(values.profileImage),
  comment: values.comment.trim(),
  version,
});

const findTenants: FindChoices = async (transport, keyword, signal) => {
  const { tenants } = await callUnaryMethod(
    transport,
    TenantService.method.searchTenantsByName,
    { keyword },
    { signal },
  );
  return tenants.map(({ id, name }) => ({ value: id, label: name }));
};

const label = t.users.fields;
const help = t.users.help;

/** Whether they are active, and who gets their tasks if not: one decision. */
const ACTIVITY = 'activity';

const SIGN_IN_OPTIONS = [
  { value: 'invitation', label: t.users.invitation.byMail },
  { value: 'password', label: t.users.invitation.byPassword },
];

/** What the form says of the password: of a new user, where links are mailed or aren't, and of one who has one. */
function passwordRules(mode: Mode, mails: boolean) {
  if (mode !== 'create') return { help: help.keepPassword };
  if (!mails) return { required: t.form.required(label.password), help: help.newPassword };
  return {
    help: help.newPassword,
    locked: ({ signIn }: UserValues) => (signIn === 'invitation' ? help.invited : undefined),
  };
}

function userSections(mode: Mode, tenantLocked: string | undefined, mails: boolean): readonly Section<UserValues>[] {
  const signIn = {
    name: 'signIn',
    label: label.signIn,
    kind: 'select',
    options: SIGN_IN_OPTIONS,
    help: help.signIn,
    onEdit: (value: UserValues['signIn']) => (value === 'invitation' ? { password: '' } : {}),
  } as const;
  const handOver = {
    name: 'handOverToId',
    label: t.users.handOver.to,
    kind: 'custom',
    Input: HandOverInput,
    linked: ACTIVITY,
    view: (text: string) => receiverOf(text)?.label ?? NONE,
  } as const;
  const password = {
    name: 'password',
    label: label.password,
    kind: 'password',
    Input: PasswordField,
    autoComplete: 'new-password',
    validate: passwordProblem,
    ...passwordRules(mode, mails),
  } as const;
  return [
    {
      id: 'account',
      title: t.users.sections.account,
      fields: [
        {
          name: 'email',
          label: label.email,
          kind: 'text',
          input: 'email',
          required: t.form.required(label.email),
          validate: emailProblem,
          help: help.email,
          copy: true,
        },
        {
          name: 'mobileNo',
          label: label.mobileNo,
          kind: 'text',
          input: 'tel',
          validate: mobileProblem,
          help: help.mobileNo,
        },
        ...(mode === 'create' && mails ? [signIn] : []),
        ...(mode === 'view' ? [] : [password]),
        {
          name: 'tenantId',
          label: label.tenantName,
          kind: 'lookup',
          Input: TypeAhead,
          find: findTenants,
          locked: () => tenantLocked,
          required: t.form.required(label.tenantName),
          help: help.tenantName,
        },
        {
          name: 'isActive',
          label: label.isActive,
          kind: 'select',
          options: ACTIVE_OPTIONS,
          help: help.status,
          linked: ACTIVITY,
          onEdit: (value) => (value === 'true' ? { handOverToId: '' } : {}),
        },
        ...(mode === 'edit' ? [handOver] : []),
      ],
    },
    {
      id: 'roles',
      title: t.userRoles.title,
      fields: [
        {
          // Two of them: the boxes of a new user mean all that they get, those of another one what changes. The server's
          // refusals name them so.
          name: mode === 'create' ? 'roleIds' : 'giveRoleIds',
          label: t.userRoles.title,
          kind: 'custom',
          span: 3,
          Input: RolesInput,
          view: () => createElement(HeldRoles),
        },
      ],
    },
    {
      id: 'person',
      title: t.users.sections.person,
      fields: [
        { name: 'designation', label: label.designation, kind: 'text' },
        { name: 'profileImage', label: label.profileImage, kind: 'image', Input: ImageInput, span: 2 },
      ],
    },
    {
      id: 'notes',
      title: t.users.sections.notes,
      fields: [{ name: 'comment', label: label.comment, kind: 'textarea', span: 3 }],
    },
  ];
}

/** The user form. Only the platform's users choose an organisation, and only for a new user. */
export function useUserSections(mode: Mode): readonly Section<UserValues>[] {
  const user = useCurrentUser();
  const own = useQuery(
    TenantService.method.getTenant,
    { id: user?.tenantId ?? '' },
    { enabled: mode === 'create', staleTime: Number.POSITIVE_INFINITY },
  );
  const platform = own.data?.isPlatform === true;
  const mails = useSendsMail(mode === 'create') === true;
  return useMemo(() => {
    const ownOnly = platform ? undefined : help.ownTenant;
    return userSections(mode, mode === 'create' ? ownOnly : help.tenantKept, mails);
  }, [mode, platform, mails]);
}
