import './form.css';
import './login.css';
import { type ComponentType, type FormEvent, type MouseEvent, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/base';
import { login } from '@/i18n/site/login';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import type { Credentials } from '@/session/session';
import { useCurrentUser } from '@/session/session-store';
import { accountOf, readAccount } from './account';
import type { CodeStepProps } from './CodeStep';
import { FormMessage } from './FormMessage';
import { safeNext } from './next';
import { PasswordInput } from './PasswordInput';
import { PublicForm, SubmitButton } from './PublicForm';
import { TextInput } from './TextInput';

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
  const { state } = useLocation();
  const next = safeNext(state);
  const account = accountOf(state);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [pending, setPending] = useState(false);
  // What was right and needs a code beside it, with the step that asks for that.
  const [proved, setProved] = useState<{ credentials: Credentials; Step: ComponentType<CodeStepProps> }>();
  const user = useCurrentUser();
  usePageTitle(login.title);
  usePageDescription(login.description);

  // The frame ends this session first, whichever of the two comes to act before the other.
  if (user && !pending && state?.signOut !== true) return <Navigate to={next} replace />;

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
    if ('Step' in refused) setProved({ credentials, Step: refused.Step });
    else setFailure(refused.failure);
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
          <proved.Step
            pending={pending}
            failure={failure}
            onSubmit={(code) => void send({ ...proved.credentials, code })}
            onBack={startOver}
          />
        </div>
      </div>
    );
  }

  return (
    <div className="login">
      <PublicForm className="login-card" onSubmit={submit}>
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
        <SubmitButton label={login.submit} pendingLabel={login.submitting} pending={pending} />
        <Link to="/forgot-password" onClick={forgot} className="login-link">
          {login.forgot}
        </Link>
      </PublicForm>
    </div>
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
