import { Button, type ButtonProps } from '@mantine/core';
import classes from './TaskTree.module.css';

/** One of a few things to choose from. */
export interface Choice<Value> {
  readonly value: Value;
  readonly label: string;
  /** Names it where the label is too short to be understood alone. */
  readonly name?: string;
}

/** A few buttons of which one may be pressed. */
export function Choices<Value extends string | number>({
  label,
  choices,
  value,
  onChange,
  size,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  /** Undefined for none of them. */
  value: Value | undefined;
  onChange: (value: Value) => void;
  size?: ButtonProps['size'];
}) {
  return (
    <fieldset aria-label={label} className={classes.choices}>
      <Button.Group>
        {choices.map((choice) => (
          <Button
            key={choice.value}
            size={size}
            variant={choice.value === value ? 'filled' : 'default'}
            aria-label={choice.name}
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </Button>
        ))}
      </Button.Group>
    </fieldset>
  );
}
