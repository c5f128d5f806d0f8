import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { t } from '@/i18n/base';
import { mailLinks } from '@/i18n/site/mail-links';
import type { MailLink } from './mail-links';

/** Loads the calls that go with mailed links. */
export const loadCalls = () => import('./mail-links');

interface LinkState {
  /** The token in the address; empty when there is none. */
  readonly token: string;
  /** What the link is for; undefined until the server has said so. */
  readonly link: MailLink | undefined;
  /** Why it can't be used. */
  readonly problem: string | undefined;
  /** Asks the server again. */
  readonly ask: () => Promise<void>;
}

/** The link by which a page was opened. Its token leaves the address bar, and so the history, at once. */
export function useMailLink(): LinkState {
  const location = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [link, setLink] = useState<MailLink>();
  const [problem, setProblem] = useState<string | undefined>(token ? undefined : mailLinks.noToken);

  const ask = useCallback(async () => {
    setProblem(undefined);
    const read = await loadCalls().then(
      ({ readMailLink }) => readMailLink(token),
      () => ({ problem: t.errors.network }),
    );
    if ('problem' in read) setProblem(read.problem);
    else setLink(read.answer);
  }, [token]);

  useEffect(() => {
    if (token) void ask();
  }, [token, ask]);

  const { hash, pathname, search, state } = location;
  useEffect(() => {
    if (hash) navigate({ pathname, search }, { replace: true, state });
  }, [hash, navigate, pathname, search, state]);

  return { token, link, problem, ask };
}
