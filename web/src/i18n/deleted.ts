import { deletedIN } from './en-IN.deleted';
import { frame } from './en-IN.frame';

/** What is said of deletions, with what everybody needs. */
export const t = { ...frame, ...deletedIN };
