import { frame } from './en-IN.frame';
import { listsIN } from './en-IN.lists';

/** What the columns and views of lists say, with what everybody needs. */
export const t = { ...frame, ...listsIN };
