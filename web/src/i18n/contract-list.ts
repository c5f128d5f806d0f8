import { enIN } from './en-IN';
import { contractListIN } from './en-IN.contract-list';

/** Every sentence of the application, and those of the list of contracts. */
export const t = { ...enIN, ...contractListIN };
