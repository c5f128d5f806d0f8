import { frame } from './en-IN.frame';
import { searchIN } from './en-IN.search';

/** What the search over everything says, with what everybody needs. */
export const t = { ...frame, ...searchIN };
