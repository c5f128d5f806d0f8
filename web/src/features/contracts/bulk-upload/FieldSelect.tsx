import { Select } from '@mantine/core';
import { t } from '@/i18n/imports';
import { scrollingList } from '@/kit/form/scrolling-list';
import { fieldLabel } from './field-label';
import { CONTRACTS, DEPOSITS, type Register } from './registers';

const words = t.bulkUpload.columns;

const choices = ({ fields }: Register) => [
  { value: '', label: words.nothing },
  ...fields.map((field) => ({ value: field, label: fieldLabel(field) })),
];

/** Once for all columns: a list made anew would take back what somebody is typing. */
const CHOICES = new Map([CONTRACTS, DEPOSITS].map((register) => [register, choices(register)]));

/** The field that a column holds, to be chosen. */
export function FieldSelect({
  register,
  heading,
  field,
  disabled,
  onChange,
}: {
  register: Register;
  heading: string;
  /** Empty where nothing of the column is read. */
  field: string;
  disabled: boolean;
  onChange: (field: string) => void;
}) {
  return (
    <Select
      {...scrollingList}
      aria-label={words.fieldOf(heading)}
      w={232}
      maw="100%"
      searchable
      allowDeselect={false}
      // Whoever walks past all of them by Tab wants to see the page.
      openOnFocus={false}
      nothingFoundMessage={words.noField}
      data={CHOICES.get(register)}
      value={field}
      disabled={disabled}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(next) => {
        if (next !== null && next !== field) onChange(next);
      }}
    />
  );
}
