import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { onReset } from '@/kit/reset';
import { attempt } from './attempt';
import type { MailLink, Refusal } from './mail-links';

/** A link that was opened. Each time is an object of its own: the same link that is pasted again is asked about again. */
export interface Opened {
  readonly token: string;
}

// By page, in memory alone: the frame around a page, and the page with it, is another one as soon as somebody signs in or out.
const opened = new Map<string, Opened>();

onReset(() => opened.clear());

/** What the server has said of a link. */
interface Answer {
  readonly to?: Opened;
  readonly link?: MailLink;
  readonly refusal?: Refusal | undefined;
}

interface LinkState {
  /** The link by which the page was opened; undefined when there was none in the address. */
  readonly current: Opened | undefined;
  /** What it is for; undefined until the server has said so. */
  readonly link: MailLink | undefined;
  /** Why it can't be used. */
  readonly refusal: Refusal | undefined;
  /** Asks the server again. */
  readonly ask: () => void;
  /** Shows why it couldn't be used; undefined takes that back. */
  readonly refuse: (refusal: Refusal | undefined) => void;
}

/**
 * The link by which a page was opened. Its token leaves the address bar, and so the history, at once.
 *
 * @param isUsed whether it was used already, and there is nothing to ask
 */
export function useMailLink(isUsed: boolean): LinkState {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(() => opened.get(pathname));
  const [last, setAnswer] = useState<Answer>({});
  const [attempts, setAttempts] = useState(0);
  const given = new URLSearchParams(hash.slice(1)).get('token');

  // Also of a link that is pasted over this one in the address, for which the page isn't loaded anew.
  useEffect(() => {
    if (!given) return;
    const next = { token: given };
    opened.set(pathname, next);
    setCurrent(next);
    navigate({ pathname, search }, { replace: true, state });
  }, [given, navigate, pathname, search, state]);

  // Once for each link, and again with each attempt.
  useEffect(() => {
    if (!current || isUsed) return;
    let gone = false;
    setAnswer({});
    void attempt(({ readMailLink }) => readMailLink(current.token)).then((read) => {
      if (!gone) setAnswer({ to: current, ...('problem' in read ? { refusal: read } : { link: read.answer }) });
    });
    return () => {
      gone = true;
    };
  }, [current, attempts, isUsed]);

  const answer = last.to === current ? last : {};
  const missing = current || given ? undefined : { problem: mailLinks.noToken, isFinal: true };
  return {
    current,
    link: answer.link,
    refusal: answer.refusal ?? missing,
    ask: () => setAttempts(attempts + 1),
    // What a call says of a link is not of the next one.
    refuse: (refusal) => setAnswer((now) => (now.to === current ? { ...now, refusal } : now)),
  };
}
