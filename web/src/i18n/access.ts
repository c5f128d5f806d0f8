import { enIN } from './en-IN';
import { accessIN } from './en-IN.access';
import { peopleIN } from './en-IN.people';
import { trailIN } from './en-IN.trail';
import { userRolesIN } from './en-IN.user-roles';

/** Every sentence of the application, and those of the screens for people, modules, roles, rights and the trail. */
export const t = { ...enIN, ...peopleIN, ...accessIN, ...trailIN, ...userRolesIN };
