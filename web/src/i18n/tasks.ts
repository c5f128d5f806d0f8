import { enIN } from './en-IN';
import { tasksIN } from './en-IN.tasks';
import { workIN } from './en-IN.work';

/** Every sentence of the application, and those of the form and the view of a task. */
export const t = { ...enIN, ...workIN, ...tasksIN };
