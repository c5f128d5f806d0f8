import { Text, TextInput } from '@mantine/core';
import { t } from '@/i18n/people';
import { Dialog } from '@/kit/overlay/Dialog';
import type { LazyDialogProps } from '@/kit/overlay/useLazyDialog';
import { accessReason, giveAccessReason } from '@/session/access-reason';
import { answer } from '@/session/asking';
import { OneField } from './OneField';

const words = t.profile.accessReason;

/** The server keeps no more. */
const MOST = 500;

/** Asks a user of the platform why they look at what belongs to another organisation. */
export function AccessReasonDialog({ opened, onClose }: LazyDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title}>
      <Reason onGiven={onClose} onCancel={onClose} />
    </Dialog>
  );
}

/** The same for a call that waits; it goes on afterwards. */
export function WantedReasonDialog() {
  const decline = () => answer('reason', false);
  return (
    <Dialog opened locked onClose={decline} title={words.title}>
      <Reason onGiven={() => answer('reason', true)} onCancel={decline} />
    </Dialog>
  );
}

function Reason({ onGiven, onCancel }: { readonly onGiven: () => void; readonly onCancel: () => void }) {
  async function submit(reason: string) {
    giveAccessReason(reason);
    onGiven();
  }
  return (
    <OneField
      field="reason"
      initial={accessReason()}
      required={words.required}
      submit={words.submit}
      onSubmit={submit}
      onCancel={onCancel}
    >
      {(value, onChange, error) => (
        <>
          <Text>{words.hint}</Text>
          <TextInput
            label={words.label}
            description={words.example}
            maxLength={MOST}
            required
            data-autofocus
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={error}
            aria-invalid={error ? true : undefined}
          />
        </>
      )}
    </OneField>
  );
}
