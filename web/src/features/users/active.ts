import { IconCircleCheck, IconCircleOff, IconMailForward, IconUserQuestion } from '@tabler/icons-react';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { t } from '@/i18n/people';
import type { StatusMeta } from '@/kit/data/StatusBadge';

/** Whether somebody may sign in, as addresses and forms name it. */
export type ActiveName = keyof typeof t.users.statuses;

/** How an active and an inactive user are marked. */
export const activeMeta = (active: boolean): StatusMeta =>
  active
    ? { label: t.users.statuses.true, tone: 'neem', icon: IconCircleCheck }
    : { label: t.users.statuses.false, tone: 'gray', icon: IconCircleOff };

/** How a user is marked: whoever was invited can't sign in before they accept, and whoever asks for a role waits for one. */
export function userMeta({ isActive, isInvited, roleRequestedAt }: User): StatusMeta {
  if (isActive === false) return activeMeta(false);
  if (isInvited) return { label: t.users.invitation.status, tone: 'haldi', icon: IconMailForward };
  if (roleRequestedAt) return { label: t.users.roleRequest.status, tone: 'haldi', icon: IconUserQuestion };
  return activeMeta(true);
}

/** Choices for the filter and the form. */
export const ACTIVE_OPTIONS = [
  { value: 'true', label: t.users.statuses.true },
  { value: 'false', label: t.users.statuses.false },
];
