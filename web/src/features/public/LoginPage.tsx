import './form.css';
import './login.css';
import { type FormEvent, type MouseEvent, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/base';
import { login } from '@/i18n/site/login';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import type { Credentials } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { accountOf, readAccount } from './account';
import { FormMessage } from './FormMessage';
import { safeNext } from './next';
import { PasswordInput } from './PasswordInput';
import { TextInput } from './TextInput';

type Problems = Partial<Record<keyof Credentials, string>>;

const FIELDS = ['emailOrMobile', 'password', 'tenantName'] as const satisfies readonly (keyof Credentials)[];

const requiredMessage: Record<keyof Credentials, string> = {
  emailOrMobile: login.required.emailOrMobile,
  password: login.required.password,
  tenantName: login.required.tenantName,
};

const loadSignIn = () => import('./sign-in');

/** /login. */
export function LoginPage() {
  const heading = useHeadingFocus();
  const navigate = useNavigate();
  const { state } = useLocation();
  const next = safeNext(state);
  const account = accountOf(state);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
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
    setPending(true);
    const text = await loadSignIn().then(
      ({ trySignIn }) => trySignIn(credentials),
      () => t.errors.network,
    );
    if (text === undefined) return navigate(next, { replace: true });
    setFailure(text);
    setPending(false);
  }

  /** Takes along what was typed. */
  function forgot(event: MouseEvent<HTMLAnchorElement>) {
    const form = event.currentTarget.closest('form');
    // A click that opens another tab or window is the browser's.
    if (!form || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate('/forgot-password', { state: { ...state, ...readAccount(form) } });
  }

  return (
    <div className="login">
      <form className="login-card" onSubmit={submit} noValidate>
        <h1 ref={heading} tabIndex={-1}>
          {login.title}
        </h1>
        <p className="login-lead">{login.lead}</p>
        <TextInput
          name="emailOrMobile"
          label={login.emailOrMobile}
          autoComplete="username"
          value={account.emailOrMobile}
          problem={problems.emailOrMobile}
        />
        <PasswordInput
          name="password"
          label={login.password}
          autoComplete="current-password"
          problem={problems.password}
        />
        <TextInput
          name="tenantName"
          label={login.tenantName}
          hint={login.tenantNameHint}
          autoComplete="organization"
          value={account.tenantName}
          problem={problems.tenantName}
        />
        <FormMessage problem={failure} />
        <button type="submit" className="nm-button" disabled={pending}>
          {pending ? login.submitting : login.submit}
        </button>
        <Link to="/forgot-password" onClick={forgot} className="login-link">
          {mailLinks.forgot.link}
        </Link>
      </form>
    </div>
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
