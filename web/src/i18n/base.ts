import { base } from './en-IN.base';

/** The sentences of the public pages. What guests load imports this one and not the whole dictionary. */
export const t = base;
