import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { formatCount } from '@/kit/format';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { toastSuccess } from '@/kit/overlay/toast';
import { useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { TASK_SERVICES } from './services';

const words = t.tasks;

/** What is asked before a task is deleted, and what goes along with it. */
export function deleteQuestion(descendants: number): string {
  if (descendants === 0) return words.deleteQuestion;
  const below = descendants === 1 ? words.deleteOneBelow : words.deleteBelow(formatCount(descendants));
  return `${words.deleteQuestion} ${below}`;
}

/** Deletes a task with all below it, after asking, and leads back to the tree. */
export function DeleteTask({ task: { id, title, projectId, rollUp } }: { task: Task }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const write = useWrite(TASK_SERVICES);
  const remove = async () => {
    await write(TaskService.method.deleteTask, { id });
    toastSuccess(words.deleted);
    navigate(`/project-tasks?projectId=${projectId}`, { replace: true });
  };
  return (
    <>
      <GuardedButton
        reason={useRefusal(Module.PROJECT_TASKS, 'delete')}
        onClick={open}
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
      >
        {t.common.delete}
      </GuardedButton>
      <ConfirmDialog
        opened={opened}
        onClose={close}
        title={words.deleteTitle(title)}
        question={deleteQuestion(rollUp?.descendants ?? 0)}
        confirmLabel={t.common.delete}
        danger
        onConfirm={remove}
        failed={words.deleteFailed}
      />
    </>
  );
}
