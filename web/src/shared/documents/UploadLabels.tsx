import { TextInput } from '@mantine/core';
import { t } from '@/i18n/documents';
import { SuggestInput } from '@/kit/form/SuggestInput';
import classes from './documents.module.css';

/** What the server keeps of each. */
const MAX_TYPE = 64;
const MAX_PURPOSE = 255;

/** What the files of an upload have in common. */
export interface Labels {
  readonly docType: string;
  readonly purpose: string;
}

/** Nothing said about them. */
export const NO_LABELS: Labels = { docType: '', purpose: '' };

/** Says what the files are; neither is needed. */
export function UploadLabels({
  types,
  value,
  onChange,
}: {
  types: readonly string[];
  value: Labels;
  onChange: (value: Labels) => void;
}) {
  return (
    <div className={classes.labels}>
      <SuggestInput
        label={t.documents.fields.docType}
        placeholder={t.documents.supporting}
        description={t.uploads.appliesToAll}
        suggestions={types}
        maxLength={MAX_TYPE}
        value={value.docType}
        onChange={(docType) => onChange({ ...value, docType })}
      />
      <TextInput
        label={t.uploads.purpose}
        description={t.uploads.appliesToAll}
        maxLength={MAX_PURPOSE}
        value={value.purpose}
        onChange={(event) => onChange({ ...value, purpose: event.currentTarget.value })}
      />
    </div>
  );
}
