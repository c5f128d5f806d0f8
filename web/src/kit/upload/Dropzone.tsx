import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import classes from './Dropzone.module.css';

/** Sizes as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(kib < 10 ? 1 : 0)} KB` : `${(kib / 1024).toFixed(1)} MB`;
}

/** One file, dropped or chosen. The file input does the work for keyboards and screen readers. */
export function Dropzone({
  label,
  file,
  accept,
  error,
  disabled,
  choose,
  change,
  dropHere,
  hint,
  onFile,
}: {
  label: string;
  file: File | undefined;
  /** Endings and media types, as the file input wants them. */
  accept: string;
  error: string | undefined;
  disabled: boolean;
  choose: string;
  change: string;
  dropHere: string;
  hint: string;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();

  const take = (files: FileList | null) => {
    const [first] = files ?? [];
    if (first) onFile(first);
    // The same file chosen again, perhaps after a correction, has to count as a choice.
    if (input.current) input.current.value = '';
  };
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way to the button inside */}
      <div
        className={classes.zone}
        data-over={over || undefined}
        data-invalid={error !== undefined || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          if (!disabled) take(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          id={`${id}-input`}
          type="file"
          className="visually-hidden"
          // The button below opens it; two stops for one thing would be one too many.
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          disabled={disabled}
          onChange={(event) => take(event.currentTarget.files)}
        />
        {file ? (
          <IconFileSpreadsheet size={36} stroke={1.3} aria-hidden className={classes.icon} />
        ) : (
          <IconFileUpload size={36} stroke={1.3} aria-hidden className={classes.icon} />
        )}
        {file && (
          <p className={classes.file}>
            {file.name} <span>{formatBytes(file.size)}</span>
          </p>
        )}
        <p className={classes.line}>
          <Button
            variant="default"
            disabled={disabled}
            onClick={() => input.current?.click()}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          >
            {file ? change : choose}
          </Button>
          <span className={classes.drop}>{dropHere}</span>
        </p>
        <p className={classes.hint} id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      {error && (
        <p className={classes.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
