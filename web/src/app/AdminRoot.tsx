import './mantine.css';
import { TransportProvider } from '@connectrpc/connect-query';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { colorScheme, setColorScheme, subscribeColorScheme } from '@/kit/color-scheme';
import { withTimeout } from '@/kit/lazy';
import { lazyPart } from '@/kit/Part';
import { PACE } from '@/kit/pace';
import { listenForSaveKeys } from '@/kit/save-keys';
import { followTabs } from '@/kit/tabs';
import { useWanted } from '@/session/asking';
import { useSessionEnded } from '@/session/session';
import { onSessionEnd, useCurrentUser } from '@/session/session-store';
import { transport } from '@/session/transport';
import { queryClient } from './query-client';
import { Shell } from './Shell';
import { cssVariablesResolver, theme } from './theme';

/** Lets Mantine follow the switch that the public pages share. */
function colorSchemeManager(): MantineColorSchemeManager {
  let unsubscribe: (() => void) | undefined;
  return {
    get: colorScheme,
    // Mantine writes back what it has just been told; without the check the two would go on for ever.
    set: (wish) => wish !== colorScheme() && setColorScheme(wish),
    subscribe: (onUpdate) => {
      unsubscribe = subscribeColorScheme(() => onUpdate(colorScheme()));
    },
    unsubscribe: () => unsubscribe?.(),
    clear: () => setColorScheme('auto'),
  };
}

const manager = colorSchemeManager();

const noElement = () => undefined;

const StepUpDialog = lazyPart(() => import('@/features/profile/StepUpDialog').then((module) => module.StepUpDialog));

const WantedReasonDialog = lazyPart(() =>
  import('@/features/profile/AccessReasonDialog').then((module) => module.WantedReasonDialog),
);

const loadReauthDialog = () => withTimeout(import('./ReauthDialog'));
const ReauthDialog = lazyPart(async () => (await loadReauthDialog()).ReauthDialog);

/**
 * The sign-in dialog, and what else is asked for in the midst of work. Few visits need the former, so it comes after the
 * page; but it comes early, since a session also ends when the server has been replaced and the file is gone.
 */
function SessionGuard() {
  const ended = useSessionEnded();
  const wanted = useWanted();
  const asks = ended || wanted !== undefined;
  useEffect(() => {
    const idle = window.setTimeout(() => loadReauthDialog().catch(() => undefined), PACE.prefetch);
    return () => window.clearTimeout(idle);
  }, []);
  useEffect(() => {
    if (!asks) return;
    // The dialog is mounted opened, so it can't know what had the focus before it.
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [asks]);
  if (ended) return <ReauthDialog />;
  if (wanted === 'code') return <StepUpDialog />;
  return wanted ? <WantedReasonDialog /> : null;
}

const DutiesPage = lazyPart(() => import('@/features/profile/DutiesPage').then((module) => module.DutiesPage));

// What is said to one person isn't for the next, nor is what they could take back.
onSessionEnd(() => notifications.clean());

/** The frame with the page, or what the user owes before they see any. */
function Frame() {
  const owes = (useCurrentUser()?.duties ?? []).length > 0;
  const always = (
    <>
      <Notifications position="bottom-right" />
      <SessionGuard />
    </>
  );
  if (owes) {
    return (
      <>
        <div id="overlays" />
        <DutiesPage />
        {always}
      </>
    );
  }
  return (
    <Shell>
      <Background />
      {always}
    </Shell>
  );
}

/** What goes on behind the pages. All but the keys waits until the first of them is drawn. */
function Background() {
  useEffect(listenForSaveKeys, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let gone = false;
    const later = window.setTimeout(async () => {
      // What can't be fetched now is fetched with the next page load: nothing on the screen needs it.
      const started = import('./background').then(({ startBackground }) => (gone ? undefined : startBackground()));
      stop = await started.catch(() => undefined);
    }, PACE.background);
    return () => {
      gone = true;
      window.clearTimeout(later);
      stop?.();
    };
  }, []);
  return null;
}

/** The signed-in application: its providers, its frame, and the dialog that revives a session in place. */
export default function AdminRoot() {
  useEffect(() => followTabs(queryClient), []);
  return (
    <MantineProvider
      theme={theme}
      // All of them are made here: the style sheet of the defaults would weigh 4 kB, most of it colours of no use to us.
      deduplicateCssVariables={false}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      colorSchemeManager={manager}
      // What is painted is marked in one place, which knows of paper as well; index.html says that less motion is respected.
      getRootElement={noElement}
    >
      <TransportProvider transport={transport}>
        <QueryClientProvider client={queryClient}>
          <Frame />
        </QueryClientProvider>
      </TransportProvider>
    </MantineProvider>
  );
}
