import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';

interface FormMessageProps {
  readonly id?: string;
  readonly problem?: string | undefined;
  readonly success?: string | undefined;
}

/** What a public form says after it was sent. The regions exist before they speak, or screen readers miss the message. */
export function FormMessage({ id, problem, success }: FormMessageProps) {
  return (
    <div className="form-messages">
      <div role="alert" id={id}>
        {problem !== undefined && (
          <p className="form-message form-message--problem">
            <IconAlertTriangle size={18} aria-hidden />
            {problem}
          </p>
        )}
      </div>
      <div role="status">
        {success !== undefined && (
          <p className="form-message form-message--success">
            <IconCircleCheck size={18} aria-hidden />
            {success}
          </p>
        )}
      </div>
    </div>
  );
}
