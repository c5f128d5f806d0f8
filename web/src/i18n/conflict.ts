import { conflictIN } from './en-IN.conflict';
import { frame } from './en-IN.frame';

/** What forms say of conflicts, with what everybody needs. */
export const t = { ...frame, ...conflictIN };
