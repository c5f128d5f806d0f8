import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './Dropzone.module.css';

/** Where files are dropped or chosen. The file input does the work for keyboards and screen readers. */
export function DropArea({
  label,
  icon,
  accept,
  multiple = false,
  slim = false,
  compact = false,
  error,
  disabled,
  choose,
  dropHere,
  hint,
  children,
  onFiles,
}: {
  label: string;
  icon: ReactNode;
  /** Endings and media types, as the file input wants them. */
  accept: string;
  multiple?: boolean;
  /** Takes less room: something was chosen, and is shown elsewhere. */
  slim?: boolean;
  /** Takes less room from the start: it is a part of something else. */
  compact?: boolean;
  error: string | undefined;
  disabled: boolean;
  choose: string;
  dropHere: string;
  hint: string;
  /** What was chosen. */
  children?: ReactNode;
  /** At least one file, and no more than one unless several are wanted. */
  onFiles: (files: readonly File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  useMisses();

  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    if (files.length > 0) onFiles(files);
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
        data-slim={slim || undefined}
        data-compact={compact || undefined}
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
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => take(event.currentTarget.files)}
        />
        <span className={classes.icon} aria-hidden>
          {icon}
        </span>
        {children}
        <p className={classes.line}>
          <Button
            variant="default"
            disabled={disabled}
            onClick={() => input.current?.click()}
            aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          >
            {choose}
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

/** Keeps a file that is dropped beside the area from being opened in the place of the application. */
function useMisses() {
  useEffect(() => {
    const keep = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('dragover', keep);
    document.addEventListener('drop', keep);
    return () => {
      document.removeEventListener('dragover', keep);
      document.removeEventListener('drop', keep);
    };
  }, []);
}
