import { enIN } from './en-IN';
import { userRolesIN } from './en-IN.user-roles';

/** Every sentence of the application, and those of the roles of a user. */
export const t = { ...enIN, ...userRolesIN };
