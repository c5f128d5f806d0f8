import { callUnaryMethod } from '@connectrpc/connect-query';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';
import type { FindChoices } from '@/kit/form/fields';

/** Finds people of the organisation whom a task can be given to. */
export const findAssignees: FindChoices = async (transport, keyword, signal) => {
  const { people } = await callUnaryMethod(transport, TaskService.method.searchAssignees, { keyword }, { signal });
  return people.map(({ id, email }) => ({ value: id, label: email }));
};
