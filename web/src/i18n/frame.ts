import { frame } from './en-IN.frame';

/** The sentences of the signed-in frame. What comes before the pages imports this one and not the whole dictionary. */
export const t = frame;
