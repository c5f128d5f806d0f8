import { UserState, UserStateSchema } from '@/gen/nirmaan/type/v1/user_state_pb';
import { t } from '@/i18n/user-state';
import type { Choice } from '@/kit/form/fields';
import { currentUser } from '@/session/session-store';

/** The mark of a user who is deleted or inactive; undefined of everybody else. */
export function stateMark(state: UserState): string | undefined {
  if (state === UserState.DELETED) return t.deleted;
  return state === UserState.INACTIVE ? t.inactive : undefined;
}

/** A user whom a record names, marked if they are deleted or inactive; empty when it names nobody. */
export function named(name: string, state: UserState = UserState.UNSPECIFIED): string {
  const mark = stateMark(state);
  return name && mark ? t.marked(name, mark) : name;
}

/** The state of a user who is there. */
export const stateOfUser = ({ isActive }: { readonly isActive?: boolean | undefined }): UserState =>
  isActive === false ? UserState.INACTIVE : UserState.UNSPECIFIED;

/** What a choice is called, with its mark. */
export const labelOf = ({ label, mark }: Choice): string => (mark ? t.marked(label, mark) : label);

/** The state that a fact of a refusal names, as the protocol does. */
export const stateOf = (name: string | undefined): UserState =>
  UserStateSchema.values.find((value) => value.name === name)?.number ?? UserState.UNSPECIFIED;

/** Whether a record names whoever is signed in. The address of a deleted user may be somebody else's by now. */
export const isSelf = (email: string, state: UserState): boolean =>
  email !== '' && email === currentUser()?.email && state !== UserState.DELETED;
