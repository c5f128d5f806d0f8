import { Code, ConnectError } from '@connectrpc/connect';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isGone } from '@/kit/errors';
import { PACE } from '@/kit/pace';
import { isUnsaved } from '@/kit/unsaved';
import { onSessionEnd } from '@/session/session-store';

const RETRIES = 2;
const STALE_MS = 30_000;

/**
 * What the server no longer has, or no longer lets this person see, isn't shown any longer: each screen says what it says
 * where nothing was read. What only couldn't be read again stays, and so does everything while the page holds what somebody
 * has typed and not saved; the frame then says how old it is.
 */
const queryCache = new QueryCache({
  onError: (error, query) => {
    if (isGone(error) && !isUnsaved()) query.setState({ data: undefined, dataUpdatedAt: 0 });
  },
});

/** The cache of what the server answered. It never outlives the session that was allowed to read it. */
export const queryClient = new QueryClient({
  queryCache,
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < RETRIES && mayPass(error),
      retryDelay: (failures) => PACE.retry * 2 ** failures,
      // What is tried without a network fails, and says so. Held back until the browser reports one, it would keep
      // dialogs from being left; and who signed out meanwhile would wait for ever, since nobody hears the report.
      networkMode: 'always',
      refetchOnReconnect: true,
      // What is on the screen was not asked for again: the banner says enough.
      refetchOnWindowFocus: () => navigator.onLine,
    },
    // A write that got no answer may have happened: repeating it is the user's decision, and so is when it happens.
    mutations: { retry: false, networkMode: 'always' },
  },
});

onSessionEnd(() => queryClient.clear());

/** Whether the failure may be gone on the next attempt. */
function mayPass(error: unknown): boolean {
  const { code } = ConnectError.from(error);
  return code === Code.Unavailable || code === Code.DeadlineExceeded;
}
