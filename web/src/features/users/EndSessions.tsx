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

const words = t.users.sessions;

/** Ends all sessions of somebody else, after asking: their phone is lost, or they left. */
export function EndSessions({ user: { id, email } }: { user: User }) {
  const [opened, { open, close }] = useDisclosure();
  const write = useWrite([]);
  const isOneself = useCurrentUser()?.id === id;
  const missing = useRefusal(Module.USER, 'edit');
  const end = async () => {
    const { ended } = await write(UserService.method.endSessions, { id });
    toastSuccess(words.ended(ended));
  };
  return (
    <>
      <GuardedButton reason={isOneself ? words.notOneself : missing} onClick={open} variant="default">
        {words.end}
      </GuardedButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={words.title(email)}
        question={words.question}
        confirmLabel={words.end}
        danger
        onConfirm={end}
        failed={words.failed}
      />
    </>
  );
}
