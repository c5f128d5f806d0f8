import { enIN } from './en-IN';
import { documentsIN } from './en-IN.documents';
import { myTasksIN } from './en-IN.my-tasks';
import { workIN } from './en-IN.work';

/** Every sentence of the application, and those of the page of one's own tasks. */
export const t = { ...enIN, ...workIN, ...documentsIN, ...myTasksIN };
