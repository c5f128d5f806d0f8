import { callUnaryMethod } from '@connectrpc/connect-query';
import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import type { FindChoices } from '@/kit/form/fields';

/** As many as a list of choices can show. */
const SHOWN = 20;

/** Finds projects by their name. */
export const findProjects: FindChoices = async (transport, keyword, signal) => {
  const { content } = await callUnaryMethod(
    transport,
    ProjectService.method.filterProjects,
    { projectName: keyword, pagination: { page: 0, size: SHOWN }, withoutSums: true },
    { signal },
  );
  return content.map(({ id, projectName }) => ({ value: id, label: projectName }));
};
