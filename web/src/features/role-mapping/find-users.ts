import { callUnaryMethod, useQuery } from '@connectrpc/connect-query';
import type { User } from '@/gen/nirmaan/platform/v1/user_pb';
import { UserService } from '@/gen/nirmaan/platform/v1/user_service_pb';
import type { Choice, FindChoices } from '@/kit/form/fields';
import { stateMark, stateOfUser } from '@/kit/named';
import { currentUser } from '@/session/session-store';

const SUGGESTIONS = 20;

/** Finds users by their e-mail address; those of other organisations are told apart by its name. */
export const findUsers: FindChoices = async (transport, email, signal) => {
  const request = {
    email,
    pagination: { page: 0, size: SUGGESTIONS },
    sort: { field: 'email', direction: 'asc' },
  };
  const { content } = await callUnaryMethod(transport, UserService.method.filterUsers, request, { signal });
  return content.map(choiceOf);
};

/** A user as a choice. */
function choiceOf(user: User): Choice {
  const mark = stateMark(stateOfUser(user));
  const own = user.tenantId === currentUser()?.tenantId;
  return { value: user.id, label: own ? user.email : `${user.email} (${user.tenantName})`, mark };
}

/** The user at this id, as a choice. */
export function useUser(id: string) {
  const query = useQuery(UserService.method.getUser, { id }, { enabled: id !== '' });
  return { query, choice: query.data && choiceOf(query.data) };
}
