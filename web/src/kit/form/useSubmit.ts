import { useRef, useState } from 'react';
import { fieldErrors, requestIdOf, userMessage } from '@/kit/errors';
import type { FormState } from './useFormState';

interface Failure {
  message: string;
  reference: string | undefined;
}

/** Sends a form, once at a time, and puts what fails where it belongs: at its fields or in the summary. */
export function useSubmit(
  form: FormState,
  { fieldPrefix, saveFailed }: { readonly fieldPrefix: string; readonly saveFailed: string },
) {
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);

  const report = (errors: Record<string, string>, whole?: Failure) => {
    form.fail(errors);
    setFailure(whole);
    setAttempt((count) => count + 1);
  };

  /** Says why the whole was refused. */
  const fail = (error: unknown) =>
    report({}, { message: userMessage(error, saveFailed), reference: requestIdOf(error) });

  /** Checks the form, or other values that were checked already, and sends it; `done` follows a success. */
  const submit = async <Answer>(
    send: () => Promise<Answer>,
    done: (answer: Answer) => void,
    found: Record<string, string> = form.check(),
  ) => {
    // The state that disables the button comes a render later than a triple click.
    if (busy.current) return;
    if (Object.keys(found).length > 0) return report(found);
    busy.current = true;
    setPending(true);
    setFailure(undefined);
    try {
      done(await send());
    } catch (error) {
      const errors = fieldErrors(error, fieldPrefix);
      if (Object.keys(errors).length > 0) report(errors);
      else fail(error);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return {
    submit,
    pending,
    failure,
    /** Counts the failures; each one moves the focus to the summary. */
    attempt,
    clear: () => setFailure(undefined),
  };
}
