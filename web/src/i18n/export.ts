import { exportIN } from './en-IN.export';
import { frame } from './en-IN.frame';

/** What a list's export says, with what everybody needs. */
export const t = { ...frame, ...exportIN };
