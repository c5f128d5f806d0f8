// The one place where the frame knows of a feature that keeps entries while there is no connection.
export { dropAll, hasUnsent } from '@/features/my-tasks/waiting-keys';

/** Where entries are shown that the server doesn't have yet. */
export const UNSENT_PAGE = '/project-tasks/mine';
