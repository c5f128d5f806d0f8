import { useDisclosure } from '@mantine/hooks';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import { t } from '@/i18n/people';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { toastSuccess } from '@/kit/overlay/toast';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';

const words = t.users.secondFactor;

/** Takes the second factor of somebody else away, after asking: their phone is lost. */
export function RemoveSecondFactor({ user: { id, email, hasSecondFactor } }: { user: User }) {
  const [opened, { open, close }] = useDisclosure();
  const write = useWrite([UserService.method.getUser]);
  const isOneself = useCurrentUser()?.id === id;
  const missing = useRefusal(Module.USER, 'edit');
  const remove = async () => {
    await write(UserService.method.removeSecondFactor, { id });
    toastSuccess(words.removed);
  };
  return (
    <>
      {hasSecondFactor && (
        <GuardedButton reason={isOneself ? words.notOneself : missing} onClick={open} variant="default">
          {words.remove}
        </GuardedButton>
      )}
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={words.title(email)}
        question={words.question}
        confirmLabel={words.remove}
        danger
        onConfirm={remove}
        failed={words.failed}
      />
    </>
  );
}
