import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { MailLinkService } from '@/gen/nirmaan/auth/v1/mail_link_service_pb';
import { t } from '@/i18n/people';
import { SectionForm } from '@/kit/form/SectionForm';
import type { FormState } from '@/kit/form/useFormState';
import { useSubmit } from '@/kit/form/useSubmit';
import { toastSuccess } from '@/kit/overlay/toast';
import { useSendsMail } from '@/shared/people/useSendsMail';
import { type EmailValues, emailSections, noEmail } from './email-values';

const api = MailLinkService.method;
const words = t.profile.email;

/** Asks for another address of one's own, which a link has to confirm; where links are mailed. */
export function EmailForm({ form }: { form: FormState }) {
  const transport = useTransport();
  const sending = useSubmit(form, { fieldPrefix: '', saveFailed: words.failed });
  if (!useSendsMail()) return null;

  const values = form.values as EmailValues;
  const change = () =>
    sending.submit(
      () => callUnaryMethod(transport, api.requestEmailChange, { ...values, newEmail: values.newEmail.trim() }),
      () => {
        toastSuccess(words.sent(values.newEmail.trim()));
        form.load(noEmail);
      },
    );

  return (
    <SectionForm
      title={words.title}
      sections={emailSections}
      form={form}
      sending={sending}
      submitLabel={words.submit}
      onSubmit={change}
    >
      <Text c="dimmed" size="sm">
        {words.hint}
      </Text>
    </SectionForm>
  );
}
