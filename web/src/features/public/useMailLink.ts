import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mailLinks } from '@/i18n/site/mail-links';
import { onReset } from '@/kit/reset';
import { attempt } from './attempt';
import type { MailLink, Refusal } from './mail-links';

/** A link that was opened. */
interface Opened {
  readonly token: string;
}

// By page, in memory alone: the frame around a page, and the page with it, is another one as soon as somebody signs in or out.
const opened = new Map<string, Opened>();

onReset(() => opened.clear());

interface LinkState {
  /** The token in the link; empty when there is none. */
  readonly token: string;
  /** What the link is for; undefined until the server has said so. */
  readonly link: MailLink | undefined;
  /** Why it can't be used. */
  readonly refusal: Refusal | undefined;
  /** Asks the server again. */
  readonly ask: () => void;
  /** Says why it couldn't be used; undefined while that is tried once more. */
  readonly refuse: (refusal: Refusal | undefined) => void;
  /** Forgets the link, which was used. */
  readonly forget: () => void;
}

/** What the server has said of a link. */
interface Answer {
  readonly link?: MailLink;
  readonly refusal?: Refusal | undefined;
}

/** The link by which a page was opened. Its token leaves the address bar, and so the history, at once. */
export function useMailLink(): LinkState {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [current, setCurrent] = useState(() => opened.get(pathname));
  const [answer, setAnswer] = useState<Answer>({});
  const [attempts, setAttempts] = useState(0);

  // Also of a link that is pasted over this one in the address, for which the page isn't loaded anew.
  useEffect(() => {
    if (!hash) return;
    const token = new URLSearchParams(hash.slice(1)).get('token');
    const next = token ? { token } : undefined;
    if (next) opened.set(pathname, next);
    else opened.delete(pathname);
    setCurrent(next);
    setAnswer({});
    navigate({ pathname, search }, { replace: true, state });
  }, [hash, navigate, pathname, search, state]);

  // Anew with every attempt.
  useEffect(() => {
    if (!current) return;
    let gone = false;
    setAnswer({});
    void attempt(({ readMailLink }) => readMailLink(current.token)).then((read) => {
      if (gone) return;
      setAnswer('problem' in read ? { refusal: read } : { link: read.answer });
      if ('problem' in read && read.isFinal) opened.delete(pathname);
    });
    return () => {
      gone = true;
    };
  }, [current, attempts, pathname]);

  const missing = current || hash ? undefined : { problem: mailLinks.noToken, isFinal: true };
  return {
    token: current?.token ?? '',
    link: answer.link,
    refusal: answer.refusal ?? missing,
    ask: () => setAttempts(attempts + 1),
    refuse: (refusal) => setAnswer({ ...answer, refusal }),
    forget: () => opened.delete(pathname),
  };
}
