import { ProjectService } from '@/gen/nirmaan/projects/v1/project_service_pb';
import { TaskService } from '@/gen/nirmaan/projects/v1/task_service_pb';

/** The services whose answers a change of a task makes stale: projects carry the sums over theirs. */
export const TASK_SERVICES = [TaskService, ProjectService];
