import { enIN } from './en-IN';
import { trailIN } from './en-IN.trail';

/** Every sentence of the application, and those of the trail. */
export const t = { ...enIN, ...trailIN };
