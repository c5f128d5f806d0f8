import { Checkbox } from '@mantine/core';
import { t } from '@/i18n/imports';
import { codeText } from '@/kit/code-text';
import { SuggestInput } from '@/kit/form/SuggestInput';
import { Can } from '@/session/Can';
import { Module } from '@/session/permissions';
import classes from './BulkUpload.module.css';
import type { Register } from './registers';
import type { UploadOptions as Options } from './useBulkUpload';

const words = t.bulkUpload.options;

/** Characters of a deposit's type at most. */
const MAX_TYPE = 64;

/** What to do with the file. */
export function UploadOptions({
  register,
  options,
  disabled,
  onChange,
}: {
  register: Register;
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
            label={register.words.update}
            description={reason ?? register.words.updateHint}
            checked={options.updateExisting}
            disabled={disabled || !allowed}
            onChange={(event) => onChange({ ...options, updateExisting: event.currentTarget.checked })}
          />
        )}
      </Can>
      {register.hasType && (
        <SuggestInput
          label={words.depositType}
          description={words.depositTypeHint}
          suggestions={t.deposits.types}
          say={codeText}
          maw={320}
          maxLength={MAX_TYPE}
          value={options.depositType}
          disabled={disabled}
          onChange={(depositType) => onChange({ ...options, depositType })}
        />
      )}
    </fieldset>
  );
}
