import './login.css';
import { IconAlertTriangle, IconEye, IconEyeOff } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/base';
import { userMessage } from '@/kit/errors';
import { useHeadingFocus, usePageTitle } from '@/kit/page-title';
import { type Credentials, signIn } from '@/session/session';
import { currentUser } from '@/session/session-store';
import { safeNext } from './next';

type Problems = Partial<Record<keyof Credentials, string>>;

const FIELDS = ['emailOrMobile', 'password', 'tenantName'] as const satisfies readonly (keyof Credentials)[];

const requiredMessage: Record<keyof Credentials, string> = {
  emailOrMobile: t.login.required.emailOrMobile,
  password: t.login.required.password,
  tenantName: t.login.required.tenantName,
};

/** /login. */
export function LoginPage() {
  const heading = useHeadingFocus();
  const navigate = useNavigate();
  const next = safeNext(useLocation().state);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  usePageTitle(t.login.title);

  if (currentUser() && !pending) return <Navigate to={next} replace />;

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
    setPending(true);
    try {
      await signIn(credentials);
      navigate(next, { replace: true });
    } catch (error) {
      setFailure(userMessage(error, t.login.failed));
      setPending(false);
    }
  }

  return (
    <div className="login">
      <form className="login-card" onSubmit={submit} noValidate>
        <h1 ref={heading} tabIndex={-1}>
          {t.login.title}
        </h1>
        <p className="login-lead">{t.login.lead}</p>
        <TextField
          name="emailOrMobile"
          label={t.login.emailOrMobile}
          autoComplete="username"
          problem={problems.emailOrMobile}
        />
        <PasswordField problem={problems.password} />
        <TextField
          name="tenantName"
          label={t.login.tenantName}
          hint={t.login.tenantNameHint}
          autoComplete="organization"
          problem={problems.tenantName}
        />
        {/* The region exists before it speaks, or screen readers miss the message. */}
        <div role="alert">
          {failure !== undefined && (
            <p className="login-failure">
              <IconAlertTriangle size={18} aria-hidden />
              {failure}
            </p>
          )}
        </div>
        <button type="submit" className="nm-button" disabled={pending}>
          {pending ? t.login.submitting : t.login.submit}
        </button>
      </form>
    </div>
  );
}

interface TextFieldProps {
  readonly name: keyof Credentials;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: string;
  readonly problem: string | undefined;
}

function TextField({ name, label, hint, autoComplete, problem }: TextFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className="login-field">
      <Label id={id} text={label} />
      <input
        id={id}
        name={name}
        type="text"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={described || undefined}
      />
      {hint && (
        <p id={`${id}-hint`} className="login-hint">
          {hint}
        </p>
      )}
      <Problem id={id} text={problem} />
    </div>
  );
}

function PasswordField({ problem }: { readonly problem: string | undefined }) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  const described = [capsLock && `${id}-caps`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div className="login-field">
      <Label id={id} text={t.login.password} />
      <div className="login-password">
        <input
          id={id}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          required
          maxLength={128}
          aria-invalid={problem !== undefined}
          aria-describedby={described || undefined}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          aria-label={shown ? t.login.hidePassword : t.login.showPassword}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} aria-hidden />
        </button>
      </div>
      <p id={`${id}-caps`} className="login-hint" role="status">
        {capsLock ? t.login.capsLock : ''}
      </p>
      <Problem id={id} text={problem} />
    </div>
  );
}

function Label({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <label htmlFor={id}>
      {text}
      <span aria-hidden="true"> *</span>
    </label>
  );
}

function Problem({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={`${id}-problem`} className="login-problem">
      {text}
    </p>
  );
}

function read(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  const text = (name: keyof Credentials) => String(data.get(name) ?? '');
  return {
    emailOrMobile: text('emailOrMobile').trim(),
    password: text('password'),
    tenantName: text('tenantName').trim(),
  };
}

function missing(credentials: Credentials): Problems {
  return Object.fromEntries(FIELDS.filter((name) => !credentials[name]).map((name) => [name, requiredMessage[name]]));
}
