import { enIN } from './en-IN';
import { treeIN } from './en-IN.tree';
import { workIN } from './en-IN.work';

/** Every sentence of the application, and those of trees of tasks with their schedule. */
export const t = { ...enIN, ...workIN, ...treeIN };
