import { enIN } from './en-IN';
import { depositsIN } from './en-IN.deposits';
import { timelineIN } from './en-IN.timeline';

/** Every sentence of the application, and those of the screens of deposits with their timelines. */
export const t = { ...enIN, ...timelineIN, ...depositsIN };
