/** Where roles are viewed, as the specification has it. */
export const rolePaths = { view: (id: string) => `/admin/roles/${id}/view` };
