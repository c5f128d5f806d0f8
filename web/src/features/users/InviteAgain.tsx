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
import { useSendsMail } from '@/shared/people/useSendsMail';

const words = t.users.invitation;

/** Mails another invitation to somebody who hasn't accepted the one before, after asking. */
export function InviteAgain({ user: { id, email } }: { user: User }) {
  const [opened, { open, close }] = useDisclosure();
  const write = useWrite([]);
  const missing = useRefusal(Module.USER, 'edit');
  const noMail = useSendsMail() === false ? words.noMail : undefined;
  const invite = async () => {
    await write(UserService.method.inviteUser, { id });
    toastSuccess(words.sent(email));
  };
  return (
    <>
      <GuardedButton reason={missing ?? noMail} onClick={open} variant="default">
        {words.again}
      </GuardedButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={words.title(email)}
        question={words.question}
        confirmLabel={words.again}
        onConfirm={invite}
        failed={words.failed}
      />
    </>
  );
}
