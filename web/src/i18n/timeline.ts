import { enIN } from './en-IN';
import { timelineIN } from './en-IN.timeline';

/** Every sentence of the application, and those of timelines. */
export const t = { ...enIN, ...timelineIN };
