import { createConnectQueryKey } from '@connectrpc/connect-query';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import { t } from '@/i18n/tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { ConfirmDialog } from '@/kit/overlay/confirm';
import { useAfterWrite, useWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { DeletionNotes } from '@/shared/deleted/DeletionNotes';
import { useToastDeleted } from '@/shared/deleted/useToastDeleted';
import { TASK_SERVICES } from './services';

const words = t.tasks;
const { deleteTask, getTask } = TaskService.method;

/** Deletes a task with all below it, after asking, and leads back to the tree. */
export function DeleteTask({ task: { id, title, projectId } }: { task: Task }) {
  const [opened, { open, close }] = useDisclosure();
  const navigate = useNavigate();
  const write = useWrite([]);
  const queries = useQueryClient();
  const afterWrite = useAfterWrite();
  const toastDeleted = useToastDeleted(TASK_SERVICES);
  const remove = async () => {
    await write(deleteTask, { id });
    toastDeleted(words.deleted, { kind: 'TASK', id, name: title });
    // This page has nothing left to read.
    queries.removeQueries({
      queryKey: createConnectQueryKey({ schema: getTask, input: { id }, cardinality: 'finite' }),
    });
    // The page that it leads to may be long in coming, and a dialog that waits for it can't be left.
    close();
    await navigate(`/project-tasks?projectId=${projectId}`, { replace: true });
    afterWrite(TASK_SERVICES);
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
