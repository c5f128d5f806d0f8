import type { ComponentProps } from 'react';
import { useAlive } from '@/kit/alive';

/**
 * A form that the program checks and sends. Should the browser ever send it instead, it does so by POST, which no page
 * answers: by GET, what was typed would stand in the address, and passwords in histories and logs.
 */
export function PublicForm(props: ComponentProps<'form'>) {
  return <form method="post" noValidate {...props} />;
}

interface SubmitButtonProps {
  readonly label: string;
  /** What it says while the form is sent. */
  readonly pendingLabel: string;
  readonly pending: boolean;
}

/** Sends a public form, once at a time. While it is disabled, Enter in a field sends nothing either. */
export function SubmitButton({ label, pendingLabel, pending }: SubmitButtonProps) {
  const alive = useAlive();
  return (
    <button type="submit" className="nm-button" disabled={pending || !alive}>
      {pending ? pendingLabel : label}
    </button>
  );
}
