import { enIN } from './en-IN';
import { deletedIN } from './en-IN.deleted';
import { deletedListIN } from './en-IN.deleted-list';

/** Every sentence of the application, and those of the list of deleted records. */
export const t = { ...enIN, ...deletedIN, ...deletedListIN };
