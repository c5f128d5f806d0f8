import { Button, type ButtonProps } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '@/i18n/imports';
import { saveFile } from '@/kit/upload/save-file';
import classes from './BulkUpload.module.css';

/** Fetches what a signed link leads to. Not by following the link: one that has run out would replace the page. */
async function fetchFile(url: string): Promise<Blob> {
  const answer = await fetch(url).catch(() => {
    throw new Error(t.errors.network);
  });
  if (!answer.ok) throw new Error(t.bulkUpload.errorFileGone);
  return answer.blob();
}

/** Saves the rows with problems as a workbook, ready to be corrected. */
export function ErrorFileButton({
  url,
  source,
  children,
  ...look
}: {
  url: string;
  /** The name of the file that had the problems. */
  source: string;
  children: ReactNode;
  'aria-label'?: string;
} & ButtonProps) {
  const name = `${source.replace(/\.[^.]+$/, '')}-errors.xlsx`;
  const download = useMutation({
    mutationFn: () => fetchFile(url),
    onSuccess: (content) => saveFile(name, content.type, content),
  });
  return (
    <span className={classes.errorFile}>
      <Button
        variant="default"
        {...look}
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {children}
      </Button>
      {download.isError && (
        <span role="alert" className={classes.problem}>
          {download.error.message}
        </span>
      )}
    </span>
  );
}
