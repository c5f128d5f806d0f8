import { Checkbox } from '@mantine/core';
import { t } from '@/i18n/imports';
import { Can } from '@/session/Can';
import { Module } from '@/session/permissions';
import classes from './BulkUpload.module.css';
import type { UploadOptions as Options } from './useBulkUpload';

const words = t.bulkUpload.options;

/** What to do with the file. */
export function UploadOptions({
  options,
  disabled,
  onChange,
}: {
  options: Options;
  disabled: boolean;
  onChange: (options: Options) => void;
}) {
  return (
    <fieldset className={classes.options}>
      <legend>{words.title}</legend>
      <Checkbox
        label={words.check}
        description={words.checkHint}
        checked={options.dryRun}
        disabled={disabled}
        onChange={(event) => onChange({ ...options, dryRun: event.currentTarget.checked })}
      />
      <Can module={Module.CONTRACTS} action="edit">
        {(allowed, reason) => (
          <Checkbox
            label={words.update}
            description={reason ?? words.updateHint}
            checked={options.updateExisting}
            disabled={disabled || !allowed}
            onChange={(event) => onChange({ ...options, updateExisting: event.currentTarget.checked })}
          />
        )}
      </Can>
    </fieldset>
  );
}
