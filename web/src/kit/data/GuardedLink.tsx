import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link as a button, or a disabled button that says why. */
export function GuardedLink({
  to,
  reason,
  icon,
  children,
  variant,
  ...look
}: {
  to: string;
  /** Why it can't be used; undefined when it can. */
  reason: string | undefined;
  icon: ReactNode;
  children: ReactNode;
  /** Names the link where its text doesn't tell it from others. */
  'aria-label'?: string;
} & Pick<ButtonProps, 'variant' | 'size'>) {
  return reason === undefined ? (
    <Button {...look} component={Link} to={to} variant={variant} leftSection={icon}>
      {children}
    </Button>
  ) : (
    <Tooltip label={reason}>
      {/* Not the attribute: a disabled button takes no focus, and its reason would never be heard. */}
      <Button {...look} data-disabled aria-disabled leftSection={icon} onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  );
}
