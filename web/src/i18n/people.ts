import { enIN } from './en-IN';
import { peopleIN } from './en-IN.people';
import { userRolesIN } from './en-IN.user-roles';

/** Every sentence of the application, and those of the screens of tenants, users and one's own account. */
export const t = { ...enIN, ...peopleIN, ...userRolesIN };
