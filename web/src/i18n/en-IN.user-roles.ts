/** What is said of the roles of a user, on the form of a user and on the screens of mappings. */
export const userRolesIN = {
  userRoles: {
    title: 'Roles',
    fetchFailed: 'Failed to fetch roles',
    noRoles: 'No roles found.',
    notGrantable: 'You can’t give or take this role: it grants rights that you don’t have, or is the platform’s own.',
    gone: 'A role that isn’t there any more',
    goneNote: 'It was deleted after you had chosen it. Untick it to save.',
    without: 'Without a role, all they see is whom to ask for one.',
    none: 'No role yet: all they see is whom to ask for one.',
    chosen: 'Roles were chosen here before this right was taken from you.',
    forget: 'Leave the roles as they are',
    chooseTenant: 'Choose the tenant first: its people can’t hold every role.',
  },
} as const;
