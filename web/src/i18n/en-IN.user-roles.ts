/** What is said of the roles of a user, on the form of a user and on the screens of mappings. */
export const userRolesIN = {
  userRoles: {
    title: 'Roles',
    fetchFailed: 'Failed to fetch roles',
    noRoles: 'No roles found.',
    notGrantable: 'You can’t give or take this role: it grants rights that you don’t have, or is the platform’s own.',
    gone: 'A role that isn’t there any more',
    goneNote: 'It was deleted after you had chosen it. Take the tick away to save.',
    without: 'Without a role they see only whom to ask for one.',
    none: 'No role yet: they see only whom to ask for one.',
    chooseTenant: 'Choose the tenant first: its people can’t hold every role.',
  },
} as const;
