import { Text } from '@mantine/core';
import { SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { t } from '@/i18n/people';
import { secondFactor } from '@/i18n/site/second-factor';
import { CodeInput } from '@/kit/form/CodeInput';
import { Dialog } from '@/kit/overlay/Dialog';
import { useWrite } from '@/kit/write';
import { answer } from '@/session/asking';
import { OneField } from './OneField';

const api = SecondFactorService.method;
const words = t.profile.stepUp;

/** Asks for the second factor once more, for a call that waits; it goes on afterwards. */
export function StepUpDialog() {
  // A recovery code is used up by it.
  const write = useWrite([api.getSecondFactor]);
  const decline = () => answer('code', false);
  async function submit(code: string) {
    await write(api.stepUp, { code });
    answer('code', true);
  }
  return (
    <Dialog opened locked onClose={decline} title={words.title}>
      <OneField
        field="code"
        required={secondFactor.app.required}
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
