import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { UserState } from '@/gen/nirmaan/type/v1/user_state_pb';
import { t } from '@/i18n/user-state';

/** What is said of a user who is deleted or inactive; undefined of everybody else. */
export function stateMark(state: UserState): string | undefined {
  if (state === UserState.DELETED) return t.deleted;
  return state === UserState.INACTIVE ? t.inactive : undefined;
}

/** Somebody whom a record names, marked when they are deleted or inactive; empty when it names nobody. */
export function named(name: string, state: UserState = UserState.UNSPECIFIED): string {
  const mark = stateMark(state);
  return name && mark ? t.marked(name, mark) : name;
}

/** The same of a user of whom everything is known. */
export const namedUser = ({ email, isActive }: Pick<User, 'email' | 'isActive'>): string =>
  named(email, isActive === false ? UserState.INACTIVE : UserState.UNSPECIFIED);
