import './form.css';
import './login.css';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/base';
import { login } from '@/i18n/site/login';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import type { Credentials } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { CodeStep } from './CodeStep';
import { Field } from './Field';
import { FormMessage } from './FormMessage';
import { safeNext } from './next';

type Name = Exclude<keyof Credentials, 'code'>;
type Problems = Partial<Record<Name, string>>;

const FIELDS = ['emailOrMobile', 'password', 'tenantName'] as const satisfies readonly Name[];

const requiredMessage: Record<Name, string> = {
  emailOrMobile: login.required.emailOrMobile,
  password: login.required.password,
  tenantName: login.required.tenantName,
};

const loadSignIn = () => import('./sign-in');

/** /login. */
export function LoginPage() {
  const heading = useHeadingFocus();
  const navigate = useNavigate();
  const next = safeNext(useLocation().state);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  // What was right, and needs a code beside it.
  const [proved, setProved] = useState<Credentials>();
  const user = useCurrentUser();
  usePageTitle(login.title);
  usePageDescription(login.description);

  if (user && !pending) return <Navigate to={next} replace />;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const credentials = read(form);
    const found = missing(credentials);
    setProblems(found);
    setFailure(undefined);
    const first = FIELDS.find((name) => found[name]);
    if (first) {
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    await send(credentials);
  }

  async function send(credentials: Credentials) {
    setFailure(undefined);
    setPending(true);
    const refused = await loadSignIn().then(
      ({ trySignIn }) => trySignIn(credentials),
      () => ({ failure: t.errors.network }),
    );
    if (refused === undefined) return navigate(next, { replace: true });
    if (refused === 'code') setProved(credentials);
    else setFailure(refused.failure);
    setPending(false);
  }

  function startOver() {
    setProved(undefined);
    setFailure(undefined);
  }

  if (proved) {
    return (
      <div className="login">
        <div className="login-card">
          <h1 ref={heading} tabIndex={-1}>
            {login.title}
          </h1>
          <p className="login-lead">{login.code.lead}</p>
          <CodeStep
            pending={pending}
            failure={failure}
            onSubmit={(code) => void send({ ...proved, code })}
            onBack={startOver}
          />
        </div>
      </div>
    );
  }

  return (
    <div className="login">
      <form className="login-card" onSubmit={submit} noValidate>
        <h1 ref={heading} tabIndex={-1}>
          {login.title}
        </h1>
        <p className="login-lead">{login.lead}</p>
        <TextField
          name="emailOrMobile"
          label={login.emailOrMobile}
          autoComplete="username"
          problem={problems.emailOrMobile}
        />
        <PasswordField problem={problems.password} />
        <TextField
          name="tenantName"
          label={login.tenantName}
          hint={login.tenantNameHint}
          autoComplete="organization"
          problem={problems.tenantName}
        />
        <FormMessage problem={failure} />
        <button type="submit" className="nm-button" disabled={pending}>
          {pending ? login.submitting : login.submit}
        </button>
      </form>
    </div>
  );
}

interface TextFieldProps {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: string;
  readonly problem: string | undefined;
}

function TextField({ name, label, hint, autoComplete, problem }: TextFieldProps) {
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
        />
      )}
    </Field>
  );
}

function PasswordField({ problem }: { readonly problem: string | undefined }) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={login.password} problem={problem}>
      {(control) => (
        <>
          <div className="login-password">
            <input
              {...control}
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={128}
              onKeyDown={watchCapsLock}
              onKeyUp={watchCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button
              type="button"
              aria-label={shown ? login.hidePassword : login.showPassword}
              onClick={() => setShown(!shown)}
            >
              <Icon size={18} aria-hidden />
            </button>
          </div>
          <p className="field-hint" role="status">
            {capsLock ? login.capsLock : ''}
          </p>
        </>
      )}
    </Field>
  );
}

function read(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  const text = (name: Name) => String(data.get(name) ?? '');
  return {
    emailOrMobile: text('emailOrMobile').trim(),
    password: text('password'),
    tenantName: text('tenantName').trim(),
  };
}

function missing(credentials: Credentials): Problems {
  return Object.fromEntries(FIELDS.filter((name) => !credentials[name]).map((name) => [name, requiredMessage[name]]));
}
