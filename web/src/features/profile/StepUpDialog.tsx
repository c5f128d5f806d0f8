import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { t } from '@/i18n/people';
import { CodeInput } from '@/kit/form/CodeInput';
import { Dialog } from '@/kit/overlay/Dialog';
import { answer } from '@/session/asking';
import { OneField } from './OneField';

const words = t.profile.stepUp;

/** Asks for the second factor once more, for a call that waits; it goes on afterwards. */
export function StepUpDialog() {
  const transport = useTransport();
  const decline = () => answer('code', false);
  async function submit(code: string) {
    await callUnaryMethod(transport, SecondFactorService.method.stepUp, { code });
    answer('code', true);
  }
  return (
    <Dialog opened locked onClose={decline} title={words.title}>
      <OneField
        field="code"
        required={t.login.code.app.required}
        submit={words.submit}
        onSubmit={submit}
        onCancel={decline}
      >
        {(value, onChange, error) => (
          <>
            <Text>{words.hint}</Text>
            <CodeInput value={value} onChange={onChange} error={error} recoverable />
          </>
        )}
      </OneField>
    </Dialog>
  );
}
