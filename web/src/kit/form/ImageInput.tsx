import { Button, Input } from '@mantine/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { t } from '@/i18n/t';
import { Picture } from '@/kit/data/Picture';
import classes from './Form.module.css';
import { dataUrlOf, IMAGE_TYPES, imageProblem } from './image-file';

/** What an image field needs to know. */
export interface ImageInputProps {
  id: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  readOnly?: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** An image: chosen, dropped or pasted, and seen before it is sent. Its value is a link or a data URL, or empty. */
export function ImageInput({ id, label, description, error, readOnly = false, value, onChange }: ImageInputProps) {
  const file = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const describedBy = useId();

  const take = async (files: FileList) => {
    const [first] = files;
    if (!first || readOnly) return;
    const refused = imageProblem(first);
    setProblem(refused);
    if (refused) return;
    try {
      onChange(await dataUrlOf(first));
    } catch {
      setProblem(t.form.image.unreadable);
    }
  };

  const message = problem ?? error;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are other ways to the button inside
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <Input.Label labelElement="div" id={`${describedBy}-label`}>
        {label}
      </Input.Label>
      <div className={classes.image}>
        <Picture src={value} size={88} />
        <div>
          <input
            ref={file}
            type="file"
            className="visually-hidden"
            // The button opens it; two stops for one thing would be one too many.
            tabIndex={-1}
            aria-label={label}
            accept={IMAGE_TYPES}
            disabled={readOnly}
            onChange={(event) => {
              if (event.currentTarget.files) take(event.currentTarget.files);
              // The same file chosen again has to count as a choice.
              event.currentTarget.value = '';
            }}
          />
          <Button
            ref={choose}
            id={id}
            variant="default"
            disabled={readOnly}
            onClick={() => file.current?.click()}
            aria-describedby={`${describedBy}-label ${describedBy}-hint${message ? ` ${describedBy}-error` : ''}`}
          >
            {value ? t.form.image.change : t.form.image.choose}
          </Button>{' '}
          {value && !readOnly && (
            <Button
              variant="subtle"
              onClick={() => {
                setProblem(undefined);
                onChange('');
                // The button goes with the image.
                choose.current?.focus();
              }}
            >
              {t.form.image.remove}
            </Button>
          )}
          <Input.Description id={`${describedBy}-hint`} mt={6}>
            {description ?? t.form.image.hint}
          </Input.Description>
          {message && (
            <Input.Error id={`${describedBy}-error`} role="alert" mt={4}>
              {message}
            </Input.Error>
          )}
        </div>
      </div>
    </div>
  );
}
