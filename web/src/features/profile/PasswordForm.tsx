import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { ProfileService } from '@/gen/nirmaan/auth/v1/profile_service_pb';
import { t } from '@/i18n/people';
import { SectionForm } from '@/kit/form/SectionForm';
import type { FormState } from '@/kit/form/useFormState';
import { useSubmit } from '@/kit/form/useSubmit';
import { toastSuccess } from '@/kit/overlay/toast';
import { useAfterWrite } from '@/kit/write';
import { changeSession } from '@/session/session';
import { identity } from '@/session/session-store';
import { noPasswords, type PasswordValues, passwordSections } from './profile-form';

const api = ProfileService.method;
const words = t.profile.password;

/** Changes the password. The server ends every session and starts a new one here. */
export function PasswordForm({
  email,
  form,
  onChanged,
}: {
  email: string;
  form: FormState;
  /** What else follows. */
  onChanged?: () => unknown;
}) {
  const transport = useTransport();
  const afterWrite = useAfterWrite();
  const sending = useSubmit(form, { fieldPrefix: '', saveFailed: words.failed });

  const change = () =>
    sending.submit(
      async () => {
        const who = identity();
        const tokens = await callUnaryMethod(transport, api.changePassword, form.values as PasswordValues);
        // The token in use is no longer good for reading the sessions anew.
        await changeSession(who, () => tokens);
      },
      () => {
        form.load(noPasswords);
        toastSuccess(words.changed);
        afterWrite([api.listSessions]);
        onChanged?.();
      },
    );

  return (
    <SectionForm
      title={words.title}
      sections={passwordSections}
      form={form}
      sending={sending}
      submitLabel={words.submit}
      onSubmit={change}
    >
      <Text c="dimmed" size="sm">
        {words.hint}
      </Text>
      {/* Lets a password manager know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
    </SectionForm>
  );
}
