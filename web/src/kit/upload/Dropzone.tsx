import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { formatBytes } from './bytes';
import { DropArea } from './DropArea';
import classes from './Dropzone.module.css';

/** One file, dropped or chosen. */
export function Dropzone({
  file,
  choose,
  change,
  onFile,
  ...area
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
  const Icon = file ? IconFileSpreadsheet : IconFileUpload;
  return (
    <DropArea
      {...area}
      icon={<Icon size={36} stroke={1.3} />}
      choose={file ? change : choose}
      onFiles={([first]) => first && onFile(first)}
    >
      {file && (
        <p className={classes.file}>
          {file.name} <span>{formatBytes(file.size)}</span>
        </p>
      )}
    </DropArea>
  );
}
