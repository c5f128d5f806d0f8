import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { t } from '@/i18n/t';
import { Dialog } from '@/kit/overlay/Dialog';
import { LeaveOrStay } from '@/kit/overlay/LeaveOrStay';
import { keepUnsaved } from '@/kit/unsaved';

/**
 * Keeps unsaved work from being left by accident: by a link, by Back, or by closing the tab.
 *
 * @param onLeft called once it was left after `leave`: until the next page is there, which can take long, nothing is given up
 */
export function useUnsavedGuard(dirty: boolean, onLeft?: () => void) {
  // Read at the moment of navigation, which after a save comes before the next render.
  const released = useRef(false);
  const leaving = useRef(false);
  const unkeep = useRef<() => void>(undefined);
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // What was to be saved is saved by now: nobody has to be asked any more.
  useEffect(() => {
    if (!dirty && blocker.state === 'blocked') blocker.proceed();
  }, [dirty, blocker]);

  const isLeaving = blocker.state === 'proceeding';
  const guards = dirty && !isLeaving;

  useEffect(() => {
    if (!guards) return;
    unkeep.current = keepUnsaved();
    return () => unkeep.current?.();
  }, [guards]);

  useEffect(
    () => () => {
      if (leaving.current && window.location.pathname !== pathname) onLeft?.();
    },
    [pathname, onLeft],
  );

  useEffect(() => {
    // Who stays after all is still here.
    if (blocker.state === 'unblocked') leaving.current = false;
  }, [blocker.state]);

  useEffect(() => {
    if (!guards) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [guards]);

  /** The work is saved or given up: nothing is left to guard. */
  const release = () => {
    released.current = true;
    unkeep.current?.();
  };
  /** The work may be left, as the user was asked. */
  const leave = () => {
    leaving.current = true;
  };
  return { blocker, release, leave };
}

/** The question that the guard asks. */
export function UnsavedDialog({
  blocker,
  onLeave,
  title = t.form.leaveTitle,
  question = t.form.leaveQuestion,
}: {
  blocker: ReturnType<typeof useUnsavedGuard>['blocker'];
  onLeave?: () => void;
  title?: string;
  question?: string;
}) {
  const stay = () => blocker.reset?.();
  const leave = () => {
    onLeave?.();
    blocker.proceed?.();
  };
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title={title}>
      <Text mb="md">{question}</Text>
      <LeaveOrStay onLeave={leave} onStay={stay} />
    </Dialog>
  );
}
