import { enIN } from './en-IN';

/** Every sentence the product says, by key. One language today; a second one replaces this binding. */
export const t = enIN;
