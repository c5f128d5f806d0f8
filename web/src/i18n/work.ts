import { enIN } from './en-IN';
import { workIN } from './en-IN.work';

/** Every sentence of the application, and what projects and tasks have in common. */
export const t = { ...enIN, ...workIN };
