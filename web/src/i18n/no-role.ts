import { frame } from './en-IN.frame';
import { noRoleIN } from './en-IN.no-role';

/** What is said to whoever has no role yet, with what every page needs. */
export const t = { ...frame, noRole: noRoleIN };
