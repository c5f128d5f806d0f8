import { enIN } from './en-IN';
import { importsIN } from './en-IN.imports';

/** Every sentence of the application, and those of the screens that bring contracts in from a file. */
export const t = { ...enIN, ...importsIN };
