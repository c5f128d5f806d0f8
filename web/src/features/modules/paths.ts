/** Where modules are edited, as the specification has it. */
export const modulePaths = { edit: (id: string) => `/admin/modules/edit/${id}` };
