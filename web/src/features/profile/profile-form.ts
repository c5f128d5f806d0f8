import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Profile, ProfileSchema } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import { type AnySection, anySections, type Section } from '@/kit/form/fields';
import { ImageInput } from '@/kit/form/ImageInput';
import { imageForWire } from '@/kit/form/image-file';
import { PasswordField } from '@/kit/form/PasswordField';
import { mobileProblem } from '@/shared/people/contact-rules';
import { MAX_PASSWORD, passwordProblem } from '@/shared/people/password-rules';

/** What one may change of one's own account. */
export type ProfileValues = { mobileNo: string; profileImage: string };

/** A password and the one that takes its place. */
export type PasswordValues = { currentPassword: string; newPassword: string };

/** An account as the form holds it. */
export const profileValues = ({ mobileNo, profileImage }: Profile): ProfileValues => ({ mobileNo, profileImage });

/** What the form holds as an account for the wire. */
export const profileMessage = (values: ProfileValues, version: bigint): MessageInitShape<typeof ProfileSchema> => ({
  mobileNo: values.mobileNo.trim(),
  profileImage: imageForWire(values.profileImage),
  version,
});

/** The password form when nothing is typed. */
export const noPasswords: PasswordValues = { currentPassword: '', newPassword: '' };

const profile: Section<ProfileValues> = {
  id: 'profile',
  title: t.profile.details,
  fields: [
    {
      name: 'mobileNo',
      label: t.users.fields.mobileNo,
      kind: 'text',
      input: 'tel',
      maxLength: 10,
      validate: mobileProblem,
      help: t.users.help.mobileNo,
    },
    { name: 'profileImage', label: t.users.fields.profileImage, kind: 'image', Input: ImageInput, span: 2 },
  ],
};

const words = t.profile.password;

const password: Section<PasswordValues> = {
  id: 'password',
  title: words.title,
  fields: [
    {
      name: 'currentPassword',
      label: words.current,
      kind: 'password',
      Input: PasswordField,
      maxLength: MAX_PASSWORD,
      autoComplete: 'current-password',
      required: t.form.required(words.current),
      help: words.currentHint,
    },
    {
      name: 'newPassword',
      label: words.next,
      kind: 'password',
      Input: PasswordField,
      maxLength: MAX_PASSWORD,
      autoComplete: 'new-password',
      required: t.form.required(words.next),
      validate: passwordProblem,
      help: t.users.help.newPassword,
    },
  ],
};

/** The part of the page with one's own data. */
export const profileSections: readonly AnySection[] = anySections([profile]);

/** The part of the page that changes the password. */
export const passwordSections: readonly AnySection[] = anySections([password]);
