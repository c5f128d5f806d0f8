import { enIN } from './en-IN';
import { projectsIN } from './en-IN.projects';
import { workIN } from './en-IN.work';

/** Every sentence of the application, and those of the screens of projects. */
export const t = { ...enIN, ...workIN, ...projectsIN };
