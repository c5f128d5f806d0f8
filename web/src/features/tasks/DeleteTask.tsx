import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { useReadAnew, useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { DeletionNotes } from '@/shared/deleted/DeletionNotes';
import { useToastDeleted } from '@/shared/deleted/useToastDeleted';
import { TASK_SERVICES } from './services';

const words = t.tasks;

/** Deletes a task with all below it, after asking, and leads back to the tree. */
export function DeleteTask({ task: { id, title, projectId } }: { task: Task }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const write = useWrite([]);
  const readAnew = useReadAnew();
  const toastDeleted = useToastDeleted(TASK_SERVICES);
  const remove = async () => {
    await write(TaskService.method.deleteTask, { id });
    toastDeleted(words.deleted, { kind: 'TASK', id, name: title });
    // Before anything is read anew, of which this page would have nothing left to show.
    await navigate(`/project-tasks?projectId=${projectId}`, { replace: true });
    void readAnew(TASK_SERVICES);
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
        question={words.deleteQuestion}
        confirmLabel={t.common.delete}
        danger
        onConfirm={remove}
        failed={words.deleteFailed}
      >
        <DeletionNotes kind="TASK" id={id} />
      </ConfirmDialog>
    </>
  );
}
