import { enIN } from './en-IN';
import { depositsIN } from './en-IN.deposits';
import { importsIN } from './en-IN.imports';

/** Every sentence of the application, and those of the screens that bring contracts and deposits in from a file. */
export const t = { ...enIN, ...depositsIN, ...importsIN };
