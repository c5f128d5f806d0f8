import { useQuery } from '@connectrpc/connect-query';
import { Skeleton, Stack } from '@mantine/core';
import { type Profile, ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import { UnsavedDialog, useUnsavedGuard } from '@/kit/form/UnsavedGuard';
import { useFormState } from '@/kit/form/useFormState';
import { PageHeader } from '@/kit/PageHeader';
import { LoadFailure } from '@/shared/screens/LoadFailure';
import { AccountForm } from './AccountForm';
import { AppPasswords } from './AppPasswords';
import { EmailForm } from './EmailForm';
import { emailSections, noEmail } from './email-values';
import { PasswordForm } from './PasswordForm';
import { noPasswords, passwordSections, profileSections, profileValues } from './profile-form';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

/** /profile: one's own account. */
export function ProfilePage() {
  // As in every form: what it starts from has to be fresh, and later answers must not touch it.
  const query = useQuery(ProfileService.method.getProfile, {}, { refetchOnMount: 'always' });
  if (query.isError && !query.data) {
    return <LoadFailure error={query.error} retry={query.refetch} failed={t.profile.fetchFailed} />;
  }
  return (
    <>
      <PageHeader title={t.session.profile} />
      <Stack gap="md">
        {query.data && query.isFetchedAfterMount ? <Account profile={query.data} /> : <Skeleton height={260} />}
        <SecondFactor />
        <AppPasswords />
        <Sessions />
      </Stack>
    </>
  );
}

/** The forms; the page has one guard for all. */
function Account({ profile }: { profile: Profile }) {
  const account = useFormState(profileSections, profileValues(profile));
  const password = useFormState(passwordSections, noPasswords);
  const address = useFormState(emailSections, noEmail);
  const { blocker, leave } = useUnsavedGuard(account.dirty || password.dirty || address.dirty);
  return (
    <>
      <AccountForm profile={profile} form={account} />
      <PasswordForm email={profile.email} form={password} />
      <EmailForm form={address} />
      <UnsavedDialog blocker={blocker} onLeave={leave} />
    </>
  );
}
