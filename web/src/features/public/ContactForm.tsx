import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { contact } from '@/i18n/site/contact';
import {
  CONTACT_FIELDS,
  type ContactMessage,
  type ContactProblem,
  contactProblem,
  MESSAGE_MIN,
  messageLength,
  mobileDigits,
} from './contact-rules';
import { Field } from './Field';
import { FormMessage } from './FormMessage';
import { PublicForm, SubmitButton } from './PublicForm';
import { sendContact } from './send-contact';

const EMPTY: ContactMessage = { name: '', email: '', mobile: '', message: '' };

type State =
  | { readonly kind: 'idle' | 'sending' | 'sent' }
  | { readonly kind: 'failed'; readonly problem: ContactProblem };

const { fields: labels } = contact;

/** Send a Message: checked here in the specification's order, and again by the server. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const [values, setValues] = useState(EMPTY);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const problem = state.kind === 'failed' ? state.problem : undefined;

  // What was typed before the program ran stands in the fields, and would go with the first change to another.
  useEffect(() => {
    if (form.current) setValues(typedInto(form.current));
  }, []);

  function change(name: keyof ContactMessage, text: string) {
    setValues({ ...values, [name]: text });
    if (state.kind === 'sent') setState({ kind: 'idle' });
  }

  function fail(found: ContactProblem) {
    setState({ kind: 'failed', problem: found });
    const [first] = found.fields;
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = contactProblem(values);
    if (found) return fail(found);
    setState({ kind: 'sending' });
    const trimmed = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, values[name].trim()]));
    const text = await sendContact({ ...values, ...trimmed });
    if (text !== undefined) return fail({ text, fields: [] });
    setValues(EMPTY);
    setState({ kind: 'sent' });
  }

  const blame = (name: keyof ContactMessage) => (problem?.fields.includes(name) ? messageId : undefined);
  const typed = messageLength(values.message);

  return (
    <PublicForm ref={form} className="contact-form" onSubmit={submit} aria-labelledby="send">
      <h2 id="send">{contact.formHeading}</h2>
      <Field label={labels.name} problemId={blame('name')}>
        {(control) => (
          <input
            {...control}
            name="name"
            autoComplete="name"
            maxLength={255}
            value={values.name}
            onChange={(event) => change('name', event.target.value)}
          />
        )}
      </Field>
      <div className="contact-pair">
        <Field label={labels.email} problemId={blame('email')}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={255}
              value={values.email}
              onChange={(event) => change('email', event.target.value)}
            />
          )}
        </Field>
        <Field label={labels.mobile} hint={contact.mobileHint} problemId={blame('mobile')}>
          {(control) => (
            <input
              {...control}
              name="mobile"
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              value={values.mobile}
              onChange={(event) => change('mobile', mobileDigits(event.target.value))}
            />
          )}
        </Field>
      </div>
      <Field
        label={labels.message}
        hint={contact.messageHint(MESSAGE_MIN)}
        problemId={blame('message')}
        aside={<Counter typed={typed} />}
      >
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={6}
            maxLength={4000}
            value={values.message}
            onChange={(event) => change('message', event.target.value)}
          />
        )}
      </Field>
      <FormMessage id={messageId} problem={problem?.text} success={state.kind === 'sent' ? contact.sent : undefined} />
      <SubmitButton label={contact.submit} pendingLabel={contact.submitting} pending={state.kind === 'sending'} />
    </PublicForm>
  );
}

/** What stands in the fields, as they take it. */
function typedInto(form: HTMLFormElement): ContactMessage {
  const data = new FormData(form);
  const text = (name: keyof ContactMessage) => String(data.get(name) ?? '');
  return { name: text('name'), email: text('email'), mobile: mobileDigits(text('mobile')), message: text('message') };
}

/** How far the message is from being long enough; not read out with every key. */
function Counter({ typed }: { readonly typed: number }) {
  const done = typed >= MESSAGE_MIN;
  return (
    <span className="contact-counter" data-done={done || undefined}>
      {done ? contact.counterDone : contact.counter(typed, MESSAGE_MIN)}
    </span>
  );
}
