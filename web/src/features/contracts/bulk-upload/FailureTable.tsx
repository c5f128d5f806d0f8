import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { t } from '@/i18n/t';
import { formatCount } from '@/kit/format';
import { saveFile } from '@/kit/upload/save-file';
import classes from './BulkUpload.module.css';
import { failureName, failureReason, failuresCsv } from './failures-csv';
import type { Failure } from './import-events';

/** Nobody reads more than this on a screen, and 20,000 rows of table would stop it. */
const MAX_SHOWN = 500;

/** The rows that were not stored, and why; all of them in the download. */
export function FailureTable({ failures }: { failures: readonly Failure[] }) {
  const title = t.bulkUpload.notStored(formatCount(failures.length));
  const shown = failures.slice(0, MAX_SHOWN);
  return (
    <div className={classes.failures}>
      <div className={classes.failuresHead}>
        <h2>{title}</h2>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile('upload-failures.csv', 'text/csv;charset=utf-8', failuresCsv(failures))}
        >
          {t.bulkUpload.downloadFailures}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable to be scrolled */}
      <section className={classes.scroll} tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.bulkUpload.reference}</th>
              <th scope="col">{t.bulkUpload.reason}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((failure, index) => (
              // A row may fail twice and the list never changes, so its place is its identity.
              <tr key={index}>
                <th scope="row">{failureName(failure)}</th>
                <td>{failureReason(failure)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {failures.length > shown.length && (
        <p className={classes.hint}>
          {t.bulkUpload.showingFailures(formatCount(shown.length), formatCount(failures.length))}
        </p>
      )}
    </div>
  );
}
