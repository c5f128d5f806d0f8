import { type ReactNode, useEffect } from 'react';
import { t } from '@/i18n/frame';
import { type Action, isGranted, type Module, moduleName } from './permissions';
import { readUserAnew } from './session';
import { type StoredUser, useCurrentUser } from './session-store';

interface CanProps {
  readonly module: Module;
  readonly action: Action;
  /** Draws the control; `reason` names the missing right and is undefined when nothing is missing. */
  readonly children: (allowed: boolean, reason: string | undefined) => ReactNode;
}

/** Whether the signed-in user may do this. The server decides again on every call. */
export function useCan(module: Module, action: Action): boolean {
  return isGranted(useCurrentUser(), module, action);
}

/** Why the user may not do this; undefined when they may. */
export function refusal(user: StoredUser | undefined, module: Module, action: Action): string | undefined {
  return isGranted(user, module, action)
    ? undefined
    : t.permissions.missing(t.permissions.actions[action], moduleName(module));
}

/** The same of the signed-in user. */
export const useRefusal = (module: Module, action: Action): string | undefined =>
  refusal(useCurrentUser(), module, action);

/**
 * Has the user's rights read anew as soon as one is missing: somebody may have granted it since they were last read, or taken
 * what the menu still shows.
 */
export function useRecheck(isMissing: boolean): void {
  useEffect(() => {
    if (isMissing) void readUserAnew();
  }, [isMissing]);
}

/** Draws a control that depends on a right. */
export function Can({ module, action, children }: CanProps) {
  const reason = useRefusal(module, action);
  return children(reason === undefined, reason);
}
