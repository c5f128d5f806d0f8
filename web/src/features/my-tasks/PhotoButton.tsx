import { IconCamera } from '@tabler/icons-react';
import { useRef } from 'react';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import type { Task } from '@/gen/nirmaan/projects/v1/task_pb';
import { t } from '@/i18n/my-tasks';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import { toastSuccess } from '@/kit/overlay/toast';
import { UploadList } from '@/kit/upload/UploadList';
import { useUploads } from '@/kit/upload/useUploads';
import { useAfterWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { documentProblem } from '@/shared/documents/document-file';
import { PickedMark } from '@/shared/documents/FileMark';
import { sendDocument } from '@/shared/documents/send-document';
import classes from './MyTasks.module.css';

const words = t.myTasks;

/** Takes a photo with the phone's camera, or a picture from elsewhere, and puts it with the task's documents. */
export function PhotoButton({ task }: { task: Pick<Task, 'id' | 'title'> }) {
  const input = useRef<HTMLInputElement>(null);
  const reason = useRefusal(Module.PROJECT_TASKS, 'create');
  const tenantId = useCurrentUser()?.tenantId ?? '';
  const afterWrite = useAfterWrite();
  const { items, add, submit, retry, remove, cancel } = useUploads({
    check: documentProblem,
    send: async (file, options) => {
      const facts = { tenantId, entityType: 'TASK', entityId: task.id, docType: words.photoType, purpose: '' };
      await sendDocument(file, facts, options);
      afterWrite([DocumentService]);
    },
    reason: (error) => userMessage(error, words.photoFailed),
    onSettled: () => toastSuccess(words.photoStored),
  });

  const take = (files: FileList | null) => {
    add([...(files ?? [])].map(named));
    submit();
    // The same picture chosen again has to count as a choice.
    if (input.current) input.current.value = '';
  };

  return (
    <>
      <GuardedButton
        reason={reason}
        variant="default"
        size="md"
        leftSection={<IconCamera size={16} aria-hidden />}
        aria-label={words.photoOf(task.title)}
        onClick={() => input.current?.click()}
      >
        {words.photo}
      </GuardedButton>
      <input
        ref={input}
        type="file"
        // The button opens it; two controls for one thing would be one too many.
        hidden
        accept="image/*"
        capture="environment"
        disabled={reason !== undefined}
        onChange={(event) => take(event.currentTarget.files)}
      />
      {items.length > 0 && (
        <div className={classes.uploads}>
          <UploadList
            items={items}
            mark={(file) => <PickedMark file={file} />}
            onCancel={cancel}
            onRetry={retry}
            onRemove={remove}
          />
        </div>
      )}
    </>
  );
}

/** Phones call every photo `image.jpg`: the moment tells one from another. Other names stay. */
function named(file: File): File {
  if (!/^image\.jpe?g$/i.test(file.name)) return file;
  const moment = new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Kolkata' }).replaceAll(':', '.');
  return new File([file], words.photoName(moment), { type: file.type });
}
