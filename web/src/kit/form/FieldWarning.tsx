import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Form.module.css';

/** What is unusual about a value that is taken all the same. */
export function FieldWarning({ children }: { children: ReactNode }) {
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/** Puts a warning where Mantine shows a word of success: below the input, and in its description. */
export const warned = (warning: string | undefined) =>
  warning === undefined ? {} : ({ success: <FieldWarning>{warning}</FieldWarning>, withSuccessStyles: false } as const);
