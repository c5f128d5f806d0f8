import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker, useLocation, useNavigation } from 'react-router';
import { t } from '@/i18n/t';
import { Dialog } from '@/kit/overlay/Dialog';
import { LeaveOrStay } from '@/kit/overlay/LeaveOrStay';
import { keepUnsaved } from '@/kit/unsaved';

/**
 * Keeps unsaved work from being left by accident: by a link, by Back, or by closing the tab. Work that was saved (`release`) or
 * may be left (`leave`) is guarded again if its page is still there after all: the next one can be long in coming, and the user
 * may choose to stay.
 *
 * @param onLeft called once work that may be left was left
 */
export function useUnsavedGuard(dirty: boolean, onLeft?: () => void) {
  // Both are read at the moment of navigation, which comes before the next render.
  const released = useRef(false);
  const leaving = useRef(false);
  const unkeep = useRef<() => void>(undefined);
  const { pathname } = useLocation();
  const isUnderWay = useNavigation().state !== 'idle';
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // What was to be saved is saved by now: nobody has to be asked any more.
  useEffect(() => {
    if (!dirty && blocker.state === 'blocked') blocker.proceed();
  }, [dirty, blocker]);

  useEffect(() => {
    if (isUnderWay) return;
    released.current = false;
    leaving.current = false;
  }, [isUnderWay]);

  useEffect(() => {
    if (!dirty || released.current || leaving.current) return;
    unkeep.current = keepUnsaved();
    return () => unkeep.current?.();
  }, [dirty, isUnderWay]);

  useEffect(
    () => () => {
      if (leaving.current && window.location.pathname !== pathname) onLeft?.();
    },
    [pathname, onLeft],
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current && !leaving.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);

  /** The work is saved: nothing is left to guard. */
  const release = () => {
    released.current = true;
    unkeep.current?.();
  };
  /** The work may be left, as the user was asked. */
  const leave = () => {
    leaving.current = true;
    unkeep.current?.();
  };
  return {
    blocker,
    release,
    leave,
    /** Whether the next page is on its way, and nothing is guarded. */
    isLeaving: isUnderWay && (released.current || leaving.current),
  };
}

/** The question that the guard asks. */
export function UnsavedDialog({
  blocker,
  onLeave,
  title = t.form.leaveTitle,
  question = t.form.leaveQuestion,
}: {
  blocker: ReturnType<typeof useUnsavedGuard>['blocker'];
  onLeave: () => void;
  title?: string;
  question?: string;
}) {
  const stay = () => blocker.reset?.();
  const leave = () => {
    onLeave();
    blocker.proceed?.();
  };
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title={title}>
      <Text mb="md">{question}</Text>
      <LeaveOrStay onLeave={leave} onStay={stay} />
    </Dialog>
  );
}
