import { callUnaryMethod, useQuery, useTransport } from '@connectrpc/connect-query';
import { useState } from 'react';
import { type Profile, ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import type { FormValues } from '@/kit/form/fields';
import { problems } from '@/kit/form/rules';
import { SectionForm } from '@/kit/form/SectionForm';
import type { FormState } from '@/kit/form/useFormState';
import { type Loaded, type Saved, toastSaved, useMerge } from '@/kit/form/useMerge';
import { useSubmit } from '@/kit/form/useSubmit';
import { NONE } from '@/kit/format';
import { keysOf } from '@/kit/stale';
import { tellTabs } from '@/kit/tabs';
import { changeSession } from '@/session/session';
import { identity } from '@/session/session-store';
import classes from './Profile.module.css';
import { type ProfileValues, profileMessage, profileSections, profileValues } from './profile-form';

const api = ProfileService.method;

const loadedOf = (profile: Profile): Loaded => ({ values: profileValues(profile), version: profile.version });

/** Has the frame show the image that is stored now; where the browser can't keep it, from the next sign-in on. */
const showImage = (who: string | undefined, { profileThumbnail: profileImage }: Profile) =>
  changeSession(who, ({ user }) =>
    user.profileImage === profileImage ? undefined : { user: { ...user, profileImage } },
  ).catch(() => undefined);

/** What the administrator has set, and what one may change oneself. */
export function AccountForm({ profile, form }: { profile: Profile; form: FormState }) {
  const transport = useTransport();
  // Whose form it is, whoever signs in before an answer comes.
  const [who] = useState(identity);
  const query = useQuery(api.getProfile, {}, { enabled: false });
  const sending = useSubmit(form, { fieldPrefix: 'profile.', saveFailed: t.profile.saveFailed });
  const { begin, save, notice, dialog } = useMerge(form, profileSections, loadedOf(profile), async () => {
    const { data, error } = await query.refetch();
    if (!data || error) throw error;
    void showImage(who, data);
    return loadedOf(data);
  });

  const send = (values: FormValues, { version }: Loaded) =>
    callUnaryMethod(transport, api.updateProfile, { profile: profileMessage(values as ProfileValues, version) });
  const done = (saved: Saved<Profile> | undefined) => {
    if (!saved) return;
    if (saved.sent) {
      const fresh = loadedOf(saved.sent.answer);
      begin(fresh.values, fresh);
      void showImage(who, saved.sent.answer);
      tellTabs(keysOf([api.getProfile]));
    }
    toastSaved(saved, t.profile.saved);
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
        onSubmit={() => sending.submit(() => save(send), done)}
      >
        {notice}
        <dl className={classes.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </SectionForm>
      {dialog((values, ...from) =>
        sending.submit(() => save(send, values, ...from), done, problems(profileSections, values, {})),
      )}
    </>
  );
}
