import { callUnaryMethod, useQuery, useTransport } from '@connectrpc/connect-query';
import { useState } from 'react';
import { type Profile, ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import { ConflictDialog } from '@/kit/form/ConflictDialog';
import { SectionForm } from '@/kit/form/SectionForm';
import type { FormState } from '@/kit/form/useFormState';
import { useSubmit } from '@/kit/form/useSubmit';
import { NONE } from '@/kit/format';
import { toastSuccess } from '@/kit/overlay/toast';
import { storeProfileImage } from '@/session/session-store';
import classes from './Profile.module.css';
import { type ProfileValues, profileMessage, profileSections, profileValues } from './profile-form';

const api = ProfileService.method;

/** What the administrator has set, and what one may change oneself. */
export function AccountForm({ profile, form }: { profile: Profile; form: FormState }) {
  const transport = useTransport();
  const query = useQuery(api.getProfile, {}, { enabled: false });
  const [version, setVersion] = useState(profile.version);
  const [reloading, setReloading] = useState(false);
  const sending = useSubmit(form, { fieldPrefix: 'profile.', saveFailed: t.profile.saveFailed });

  const take = (fresh: Profile) => {
    form.load(profileValues(fresh));
    setVersion(fresh.version);
    storeProfileImage(fresh.profileThumbnail);
  };

  const save = () =>
    sending.submit(
      () =>
        callUnaryMethod(transport, api.updateProfile, {
          profile: profileMessage(form.values as ProfileValues, version),
        }),
      (fresh) => {
        take(fresh);
        toastSuccess(t.profile.saved);
      },
    );

  const takeTheirs = async () => {
    setReloading(true);
    const { data, error } = await query.refetch();
    if (data) take(data);
    if (error) sending.fail(error);
    sending.settleConflict();
    setReloading(false);
  };
  const keepMine = () => {
    if (sending.conflict) setVersion(sending.conflict.version);
    sending.settleConflict();
  };

  const facts = [
    [t.users.fields.email, profile.email],
    [t.users.fields.tenantName, profile.tenantName],
    [t.users.fields.designation, profile.designation || NONE],
  ] as const;
  return (
    <>
      <SectionForm
        title={t.profile.details}
        sections={profileSections}
        form={form}
        sending={sending}
        submitLabel={t.common.update}
        onSubmit={save}
      >
        <dl className={classes.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </SectionForm>
      <ConflictDialog conflict={sending.conflict} onReload={takeTheirs} onKeep={keepMine} reloading={reloading} />
    </>
  );
}
