import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconCircleCheck, IconRefresh, IconX } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { t } from '@/i18n/documents';
import { formatBytes } from './bytes';
import classes from './UploadList.module.css';
import { isSendable, isUnderWay, type UploadItem, type UploadState } from './upload-queue';

interface UploadListProps {
  items: readonly UploadItem[];
  /** Draws the file's kind. */
  mark: (file: File) => ReactNode;
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The files of an upload, each with where it stands and what can be done about it. */
export function UploadList({ items, ...row }: UploadListProps) {
  return (
    <ul className={classes.list} aria-label={t.uploads.files}>
      {items.map((item) => (
        <UploadRow key={item.id} item={item} {...row} />
      ))}
    </ul>
  );
}

function UploadRow({ item, mark, onCancel, onRetry, onRemove }: Omit<UploadListProps, 'items'> & { item: UploadItem }) {
  const stop = useRef<HTMLButtonElement>(null);
  const { id, file, state } = item;
  const underWay = isUnderWay(item);
  const again = isSendable(item) && state.step !== 'chosen';
  return (
    <li className={classes.row} data-step={state.step}>
      {mark(file)}
      <div className={classes.words}>
        <span className={classes.name}>{file.name}</span>
        <span className={classes.fine}>
          {formatBytes(file.size)} · <StateText state={state} />
        </span>
        {state.step === 'sending' && (
          <Progress
            value={Math.round(state.share * 100)}
            size="xs"
            radius={0}
            aria-label={t.uploads.progress(file.name)}
          />
        )}
      </div>
      <div className={classes.actions}>
        {again && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            aria-label={t.uploads.retry(file.name)}
            onClick={() => {
              // The button goes as soon as the file is on its way.
              stop.current?.focus();
              onRetry(id);
            }}
          >
            {t.uploads.retryShort}
          </Button>
        )}
        {state.step === 'done' ? (
          <IconCircleCheck size={20} aria-hidden className={classes.done} />
        ) : (
          // One button for both: what was cancelled keeps the focus, and the next press takes it away.
          <ActionIcon
            ref={stop}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={(underWay ? t.uploads.cancel : t.uploads.remove)(file.name)}
            onClick={() => (underWay ? onCancel : onRemove)(id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

function StateText({ state }: { state: UploadState }) {
  const { steps } = t.uploads;
  switch (state.step) {
    case 'refused':
    case 'failed':
      return (
        <span role="alert" className={classes.reason}>
          {state.reason}
        </span>
      );
    case 'sending':
      // All of it has left; the server is looking into it.
      return state.share < 1 ? steps.sending(Math.round(state.share * 100)) : steps.storing;
    default:
      return steps[state.step];
  }
}
