import { enIN } from './en-IN';
import { settingsIN } from './en-IN.settings';

/** Every sentence of the application, and those of the pages of settings. */
export const t = { ...enIN, ...settingsIN };
