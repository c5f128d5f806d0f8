import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

/** A button, or a disabled one that says why. */
export function GuardedButton({
  reason,
  onClick,
  children,
  ...look
}: {
  /** Why it can't be used; undefined when it can. */
  reason: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
  /** Names the button where its text doesn't tell it from others. */
  'aria-label'?: string;
} & ButtonProps) {
  const isDisabled = reason !== undefined;
  return (
    // One button whether or not it can be used: it keeps the focus when that changes.
    <Tooltip label={reason} disabled={!isDisabled}>
      {/* Not the attribute: a disabled button takes no focus, and its reason would never be heard. */}
      <Button
        {...look}
        data-disabled={isDisabled || undefined}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? (event) => event.preventDefault() : onClick}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
