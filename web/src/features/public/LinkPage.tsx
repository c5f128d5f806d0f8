import './form.css';
import './login.css';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate, useNavigation } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { useHeadingFocus, usePageDescription, usePageTitle } from '@/kit/page-title';
import { accessToken, currentUser, useCurrentUser } from '@/session/session-store';
import { type Account, accountOf, isOf } from './account';
import { renewUser } from './attempt';
import { FormMessage } from './FormMessage';
import type { MailLink, Refusal } from './mail-links';
import { ToLogin } from './ToLogin';
import { useLostFocus } from './useLostFocus';
import { type Opened, useMailLink } from './useMailLink';

/** What the step of a page is told. */
export interface StepProps {
  readonly link: MailLink;
  readonly token: string;
  /** Called when the link was used; with the password that was chosen by it. */
  readonly onDone: (password?: string) => Promise<void>;
  /** Called when the link couldn't be used, and with nothing while that is tried once more. */
  readonly onRefused: (refusal?: Refusal) => void;
}

/** Why there is nothing to do by a link: it was used, it has ended, or there is none in the address. */
export type WhyNot = 'used' | 'ended' | 'missing';

interface LinkPageProps {
  readonly words: { readonly title: string; readonly description: string; readonly done: string };
  /** What the link is for. */
  readonly Step: ComponentType<StepProps>;
  /** Signs in whoever has used the link; where that fails, they are led to the sign-in. */
  readonly enter?: (account: Account, password: string) => Promise<void>;
  /** Whether using the link ends the sessions of its user. */
  readonly endsSessions?: boolean;
  /** What somebody can do then, apart from signing in. */
  readonly otherwise: (why: WhyNot, account: Account | undefined) => ReactNode;
}

/** A link that was used on this page. */
interface Used {
  readonly link: Opened;
  readonly account: Account;
  /** Whether its user is being signed in. */
  readonly isEntering: boolean;
  /** The access token of whoever was signed in then. */
  readonly accessToken: string | undefined;
}

/** A page to which a mailed link leads. */
export function LinkPage({ words, Step, enter, endsSessions = false, otherwise }: LinkPageProps) {
  const heading = useHeadingFocus();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const user = useCurrentUser();
  const [lastUsed, setUsed] = useState<Used>();
  // Also in the history: the frame, and this page with it, is another one as soon as somebody is signed in.
  const wasUsed = state?.isUsed === true;
  const { current, link, refusal, ask, refuse } = useMailLink(wasUsed);
  const at = useLinkAt(current);
  const used = lastUsed?.link === current ? lastUsed : undefined;
  const isUsed = wasUsed || used !== undefined;
  const isDone = isUsed && used?.isEntering !== true;
  const isFinal = refusal?.isFinal === true && !isUsed;
  const hasStep = current !== undefined && link !== undefined && !isFinal && !isDone;
  usePageTitle(words.title);
  usePageDescription(words.description);
  useLostFocus(heading, link !== undefined && !hasStep);

  // Whoever has used it before may be signed in here still by the address that they had then.
  const wasUsedBefore = refusal?.account !== undefined;
  useEffect(() => {
    if (wasUsedBefore) void renewUser();
  }, [wasUsedBefore]);

  const account = used?.account ?? accountOf(state);
  // Signed in by the link, or since; whoever comes back to this page has nothing to do on it.
  if (isUsed && !used && user && isOf(user, account)) return <Navigate to="/" replace />;

  async function finish(by: Opened, theirs: Account, password = '') {
    // Whoever has left this page while the link was used stays where they are.
    if (at.current !== by) return;
    const mark = { link: by, account: theirs, accessToken: accessToken() };
    setUsed({ ...mark, isEntering: enter !== undefined });
    await navigate(pathname, { replace: true, state: { ...theirs, isUsed: true } });
    // Somebody else who is signed in here isn't signed out without a question.
    if (enter && !currentUser()) await enter(theirs, password);
    setUsed({ ...mark, isEntering: false });
  }

  const theirs = link && { emailOrMobile: link.email, tenantName: link.tenantName };
  const why = wasUsedBefore ? 'used' : current ? 'ended' : 'missing';
  return (
    <div className="login">
      <div className="login-card">
        <h1 ref={heading} tabIndex={-1}>
          {words.title}
        </h1>
        {hasStep && theirs && (
          <Step
            key={current.token}
            link={link}
            token={current.token}
            onDone={(password) => finish(current, theirs, password)}
            onRefused={refuse}
          />
        )}
        <FormMessage problem={isUsed ? undefined : refusal?.problem} success={isDone ? words.done : undefined} />
        {!link && !refusal && !isUsed && <p role="status">{mailLinks.checking}</p>}
        {!link && refusal && !isFinal && !isUsed && (
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
          account={isUsed ? account : (refusal?.account ?? {})}
          names={theirs}
          isEnded={endsSessions && used !== undefined && used.accessToken === accessToken()}
          isMain={isDone || wasUsedBefore}
        />
        {isFinal && why !== 'ended' && otherwise(why, refusal.account)}
      </div>
    </div>
  );
}

/** The link of the page; undefined when the user has left it, or is about to: the next page may be long in coming. */
function useLinkAt(current: Opened | undefined) {
  const at = useRef<Opened>(undefined);
  const next = useNavigation().location;
  useEffect(() => {
    at.current = next ? undefined : current;
    return () => {
      at.current = undefined;
    };
  }, [current, next]);
  return at;
}
