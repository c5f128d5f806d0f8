import { callUnaryMethod, useTransport } from '@connectrpc/connect-query';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { type BeginEnrolmentResponse, SecondFactorService } from '@/gen/nirmaan/auth/v1/second_factor_service_pb';
import { t } from '@/i18n/people';
import { login } from '@/i18n/site/login';
import { secondFactor } from '@/i18n/site/second-factor';
import { CodeInput } from '@/kit/form/CodeInput';
import { PasswordField } from '@/kit/form/PasswordField';
import { Dialog } from '@/kit/overlay/Dialog';
import { toastSuccess } from '@/kit/overlay/toast';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { useWrite } from '@/kit/write';
import { OneField } from './OneField';
import { QrCode } from './QrCode';
import { RecoveryCodes } from './RecoveryCodes';

const api = SecondFactorService.method;
const words = t.profile.secondFactor;

/** What is done with the second factor. */
export type Task = 'enrol' | 'renew' | 'remove';

interface SecondFactorDialogProps extends LazyDialogProps {
  readonly task: Task;
}

/** Sets the second factor up, makes new recovery codes, or removes it: each after the password. */
export function SecondFactorDialog({ opened, onClose, task }: SecondFactorDialogProps) {
  // Codes that were never kept are lost with a stray click.
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => {
    setCodes(undefined);
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} locked={codes !== undefined} title={words.titles[task]}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={close} />
      ) : (
        <SecondFactorSteps task={task} onCodes={setCodes} onCancel={close} />
      )}
    </Dialog>
  );
}

interface StepsProps {
  readonly task: Task;
  readonly onCodes: (codes: readonly string[]) => void;
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: (() => void) | undefined;
}

/** What is asked before there are codes to tell. */
export function SecondFactorSteps({ task, onCodes, onCancel }: StepsProps) {
  const transport = useTransport();
  const write = useWrite([api.getSecondFactor]);
  const [begun, setBegun] = useState<BeginEnrolmentResponse>();

  async function prove(password: string) {
    if (task === 'enrol') return setBegun(await callUnaryMethod(transport, api.beginEnrolment, { password }));
    if (task === 'renew') return onCodes((await write(api.renewRecoveryCodes, { password })).codes);
    await write(api.removeSecondFactor, { password }, { unsaid: [api.getSecondFactor] });
    toastSuccess(words.removed);
    onCancel?.();
  }

  if (!begun) return <PasswordStep task={task} onSubmit={prove} onCancel={onCancel} />;
  const confirm = async (code: string) => {
    const { codes } = await write(api.confirmEnrolment, { code }, { unsaid: [api.getSecondFactor] });
    onCodes(codes);
  };
  return <AppStep begun={begun} onSubmit={confirm} onCancel={onCancel} />;
}

interface StepProps {
  readonly onSubmit: (value: string) => Promise<unknown>;
  readonly onCancel: (() => void) | undefined;
}

function PasswordStep({ task, onSubmit, onCancel }: StepProps & { readonly task: Task }) {
  return (
    <OneField
      field="password"
      required={login.required.password}
      submit={words.submits[task]}
      danger={task === 'remove'}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      {(value, onChange, error) => (
        <>
          <Text>{words.explain[task]}</Text>
          <PasswordField
            label={words.password}
            autoComplete="current-password"
            required
            data-autofocus
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={error}
          />
        </>
      )}
    </OneField>
  );
}

function AppStep({ begun, onSubmit, onCancel }: StepProps & { readonly begun: BeginEnrolmentResponse }) {
  return (
    <OneField
      field="code"
      required={secondFactor.app.required}
      submit={words.confirm}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      {(value, onChange, error) => (
        <>
          <Text>{words.scan}</Text>
          <QrCode value={begun.otpauthUri} label={words.qr} />
          <div>
            <Text size="sm" c="dimmed">
              {words.type}
            </Text>
            <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </Text>
          </div>
          <CodeInput value={value} onChange={onChange} error={error} />
        </>
      )}
    </OneField>
  );
}
