import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCloudUpload, IconUpload } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { DocumentService } from '@/gen/nirmaan/documents/v1/document_service_pb';
import { t } from '@/i18n/documents';
import { GuardedButton } from '@/kit/data/GuardedButton';
import { userMessage } from '@/kit/errors';
import { UnsavedDialog, useUnsavedGuard } from '@/kit/form/UnsavedGuard';
import { toastSuccess } from '@/kit/overlay/toast';
import { DropArea } from '@/kit/upload/DropArea';
import { UploadList } from '@/kit/upload/UploadList';
import { isSendable, isUnderWay } from '@/kit/upload/upload-queue';
import { useUploads } from '@/kit/upload/useUploads';
import { useAfterWrite } from '@/kit/write';
import { useRefusal } from '@/session/Can';
import type { Module } from '@/session/permissions';
import { useCurrentUser } from '@/session/session-store';
import { DOCUMENT_TYPES, documentProblem, pastedFile } from './document-file';
import classes from './documents.module.css';
import { PickedMark } from './FileMark';
import { StorageLine } from './StorageLine';
import { sendDocument } from './send-document';
import { NO_LABELS, UploadLabels } from './UploadLabels';

/** What is uploaded here, and in which words. */
export interface DocumentUploadProps {
  /** What the documents belong to. */
  entityType: string;
  entityId: string;
  /** The module whose right to create is needed. */
  module: Module;
  /** Suggestions for the type of document. */
  types: readonly string[];
  /** Said when nothing was chosen. */
  noFile: string;
  /** Said when a file could not be stored. */
  failed: string;
  /** Told of every failed attempt. */
  onFailure?: ((error: unknown) => void) | undefined;
  /** It came at the user's request. */
  takesFocus?: boolean;
  /** It is a part of a page about something else, and takes little room until a file is there. */
  compact?: boolean;
}

/** Takes documents: chosen, dropped or pasted, several at once, each of which can be cancelled and tried again. */
export function DocumentUpload({
  entityType,
  entityId,
  module,
  types,
  noFile,
  failed,
  onFailure,
  takesFocus = false,
  compact = false,
}: DocumentUploadProps) {
  const root = useRef<HTMLElement>(null);
  // Whether the upload was begun from in here: while it goes on, its button is disabled and can't keep the focus.
  const hadFocus = useRef(false);
  const [labels, setLabels] = useState(NO_LABELS);
  const [asked, setAsked] = useState(false);
  // Of whoever chooses the files: in another tab somebody of another organisation may sign in meanwhile.
  const user = useCurrentUser();
  const [tenantId] = useState(user?.tenantId ?? '');
  const reason = useRefusal(module, 'create');
  const allowed = reason === undefined;
  const afterWrite = useAfterWrite();
  const { items, add, submit, retry, remove, cancel } = useUploads({
    check: documentProblem,
    send: async (file, options) => {
      try {
        await sendDocument(file, { tenantId, entityType, entityId, ...labels }, options);
      } finally {
        // An upload that was cancelled at its very end may be stored all the same.
        afterWrite([DocumentService]);
      }
    },
    reason: (error) => {
      onFailure?.(error);
      return userMessage(error, failed);
    },
    onSettled: (stored) => {
      toastSuccess(t.uploads.uploaded(stored));
      // By then the lines of what is stored are gone, and the button with the last of them where there is little room.
      requestAnimationFrame(() => {
        if (hadFocus.current && document.activeElement === document.body) root.current?.focus();
      });
    },
  });

  const none = items.length === 0;
  const take = useCallback(
    (files: readonly File[]) => {
      setAsked(false);
      // The next upload starts unlabelled: what was said of the one before may not be true of it.
      if (none) setLabels(NO_LABELS);
      add(files);
    },
    [add, none],
  );
  usePastedFiles(allowed ? take : undefined);

  useEffect(() => {
    if (takesFocus) root.current?.focus();
  }, [takesFocus]);

  const isOffered = allowed || !none;
  const busy = items.some(isUnderWay);
  const isUnsent = items.some(isSendable);
  const { blocker, leave } = useUnsavedGuard(busy || isUnsent);
  const failures = items.filter(({ state }) => state.step === 'failed').length;
  const nothing = !items.some((item) => isSendable(item) || isUnderWay(item));
  const upload = () => {
    setAsked(nothing);
    hadFocus.current = !nothing && root.current?.contains(document.activeElement) === true;
    submit();
  };
  return (
    <section ref={root} tabIndex={-1} className={classes.upload} aria-label={t.uploads.title}>
      {reason && <Alert color="haldi">{reason}</Alert>}
      {isOffered && (
        <DropArea
          slim={!none}
          compact={compact}
          label={t.uploads.files}
          icon={<IconCloudUpload size={36} stroke={1.3} />}
          accept={DOCUMENT_TYPES}
          multiple
          error={asked ? noFile : undefined}
          disabled={!allowed}
          choose={none ? t.uploads.choose : t.uploads.addMore}
          dropHere={t.uploads.dropHere}
          hint={t.uploads.limits}
          onFiles={take}
        />
      )}
      {!none && (
        <>
          <UploadList
            items={items}
            mark={(file) => <PickedMark file={file} />}
            onCancel={cancel}
            onRetry={retry}
            onRemove={(id) => {
              // The button goes with its line.
              root.current?.focus();
              setAsked(false);
              remove(id);
            }}
          />
          <UploadLabels types={types} value={labels} onChange={setLabels} />
        </>
      )}
      {failures > 0 && !busy && (
        <Alert color="sindoor" role="alert" icon={<IconAlertTriangle aria-hidden />} title={failed}>
          {t.uploads.notUploaded(failures)}
        </Alert>
      )}
      {isOffered && !(compact && none) && (
        <div className={classes.foot}>
          <GuardedButton
            reason={reason}
            loading={busy}
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={upload}
          >
            {t.uploads.submit}
          </GuardedButton>
          <StorageLine />
        </div>
      )}
      <UnsavedDialog
        blocker={blocker}
        onLeave={leave}
        title={busy ? t.uploads.stopTitle : t.uploads.leaveTitle}
        question={busy ? t.uploads.stopQuestion : t.uploads.leaveQuestion}
      />
    </section>
  );
}

/** Hands over the images that are pasted anywhere on the page. */
function usePastedFiles(take: ((files: readonly File[]) => void) | undefined) {
  useEffect(() => {
    if (!take) return;
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) take(files.map((file) => (isScreenshot(file) ? pastedFile(file, new Date()) : file)));
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, [take]);
}

/** Images that were copied as such come without a name of their own; files that were copied keep theirs. */
const isScreenshot = ({ name, type }: File) => type.startsWith('image/') && /^image\.\w+$/.test(name);
