import { Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { t } from '@/i18n/t';
import { Dialog } from '@/kit/overlay/Dialog';
import { LeaveOrStay } from '@/kit/overlay/LeaveOrStay';
import { keepUnsaved } from '@/kit/unsaved';

/** Keeps unsaved work from being left by accident: by a link, by Back, or by closing the tab. */
export function useUnsavedGuard(dirty: boolean) {
  // Read at the moment of navigation, which after a save comes before the next render.
  const released = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !released.current && currentLocation.pathname !== nextLocation.pathname,
  );

  // What was to be saved is saved by now: nobody has to be asked any more.
  useEffect(() => {
    if (!dirty && blocker.state === 'blocked') blocker.proceed();
  }, [dirty, blocker]);

  useEffect(() => (dirty ? keepUnsaved() : undefined), [dirty]);

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!released.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [dirty]);

  /** The work is saved or given up: nothing is left to guard. */
  const release = () => {
    released.current = true;
  };
  return { blocker, release };
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
