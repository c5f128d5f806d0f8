import { Field } from './Field';

interface TextInputProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: string;
  /** What stands in it at first. */
  readonly value?: string | undefined;
  readonly problem: string | undefined;
}

/** A required line of text that is a name of something: nothing capitalises or corrects it. */
export function TextInput({ name, label, hint, autoComplete, value, problem }: TextInputProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(control) => (
        <input
          {...control}
          name={name}
          type="text"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={value}
        />
      )}
    </Field>
  );
}
