import './form.css';
import './login.css';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useNavigation } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { currentUser, useCurrentUser } from '@/session/session-store';
import { type Account, accountOf, isOf } from './account';
import { FormMessage } from './FormMessage';
import type { MailLink, Refusal } from './mail-links';
import { ToLogin } from './ToLogin';
import { useLostFocus } from './useLostFocus';
import { useMailLink } from './useMailLink';

/** What the step of a page is told. */
export interface StepProps {
  readonly link: MailLink;
  readonly token: string;
  /** Called when the link was used; with the password that was chosen by it. */
  readonly onDone: (password?: string) => Promise<void>;
  /** Called when the link couldn't be used, and with nothing while that is tried once more. */
  readonly onRefused: (refusal?: Refusal) => void;
}

/** Why a link can't be used any more: it was used, it has ended, or there is none in the address. */
export type Over = 'used' | 'ended' | 'missing';

interface LinkPageProps {
  readonly words: { readonly title: string; readonly description: string; readonly done: string };
  /** What the link is for. */
  readonly Step: ComponentType<StepProps>;
  /** Signs in whoever has used the link; where that fails, they are led to the sign-in. */
  readonly enter?: (account: Account, password: string) => Promise<void>;
  /** What using the link does to the sessions of its user: it ends them, it begins one, or they go on under another name. */
  readonly sessions: 'end' | 'begin' | 'go on';
  /** What else than signing in somebody can do whose link can't be used any more. */
  readonly otherwise: (over: Over, account: Account | undefined) => ReactNode;
}

/** A page to which a mailed link leads. */
export function LinkPage({ words, Step, enter, sessions, otherwise }: LinkPageProps) {
  const heading = useHeadingFocus();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const user = useCurrentUser();
  const left = useLeft();
  // In the history: the frame, and this page with it, is another one as soon as somebody is signed in.
  const isDone = state?.isDone === true;
  const account = accountOf(state);
  const { token, link, refusal, ask, refuse, forget } = useMailLink();
  const [stage, setStage] = useState<'before' | 'entering' | 'done'>('before');
  usePageTitle(words.title);
  usePageDescription(words.description);
  const isFinal = refusal?.isFinal === true && !isDone;
  const hasStep = link !== undefined && !isFinal && (!isDone || stage === 'entering');
  useLostFocus(heading, link !== undefined && !hasStep);

  // Signed in by the link, or since; whoever comes back to this page has nothing to do on it.
  if (isDone && stage === 'before' && user && isOf(user, account)) return <Navigate to="/" replace />;

  async function finish({ email, tenantName }: MailLink, password = '') {
    forget();
    // Whoever has left this page while the link was used stays where they are.
    if (left.current) return;
    const theirs: Account = { emailOrMobile: email, tenantName };
    setStage(enter ? 'entering' : 'done');
    await navigate(pathname, { replace: true, state: { ...theirs, isDone: true } });
    // Somebody else who is signed in here isn't signed out without a question.
    if (enter && !currentUser()) await enter(theirs, password);
    setStage('done');
  }

  const why = refusal?.account ? 'used' : token ? 'ended' : 'missing';
  const isSaid = isDone && stage !== 'entering';
  return (
    <div className="login">
      <div className="login-card">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {hasStep && <Step link={link} token={token} onDone={(password) => finish(link, password)} onRefused={refuse} />}
        <FormMessage problem={isDone ? undefined : refusal?.problem} success={isSaid ? words.done : undefined} />
        {!link && !refusal && !isDone && <p role="status">{mailLinks.checking}</p>}
        {!link && refusal && !isFinal && !isDone && (
          <button
            type="button"
            className="nm-button"
            onClick={() => {
              heading.current?.focus();
              ask();
            }}
          >
            {mailLinks.again}
          </button>
        )}
        {isFinal && why === 'ended' && otherwise(why, undefined)}
        <ToLogin
          account={isDone ? account : (refusal?.account ?? {})}
          isEnded={isDone && stage === 'done' && sessions === 'end'}
          isRenamed={sessions === 'go on'}
          isMain={isSaid || refusal?.account !== undefined}
        />
        {isFinal && why !== 'ended' && otherwise(why, refusal.account)}
      </div>
    </div>
  );
}

/** Whether the user has left the page, or is about to: the next one may be long in coming. */
function useLeft() {
  const left = useRef(false);
  const next = useNavigation().location;
  useEffect(() => {
    left.current = next !== undefined;
    return () => {
      left.current = true;
    };
  }, [next]);
  return left;
}
