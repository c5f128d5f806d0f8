import { base } from './en-IN.base';

/**
 * What the frame of the signed-in application says, on top of the public part: what every page behind the sign-in has.
 * Sentences that the specification fixes are verbatim.
 */
export const frame = {
  ...base,

  common: {
    ...base.common,
    actions: 'Actions',
    actionsFor: (label: string) => `Actions for ${label}`,
    back: 'Back',
    cancel: 'Cancel',
    clear: 'Clear',
    close: 'Close',
    copied: 'Copied',
    copy: 'Copy',
    create: 'Create',
    delete: 'Delete',
    edit: 'Edit',
    justNow: 'less than a minute ago',
    leave: 'Leave',
    next: 'Next',
    none: '—',
    previous: 'Prev',
    reset: 'Reset',
    save: 'Save',
    stay: 'Stay',
    togglePassword: 'Show or hide the password',
    update: 'Update',
    view: 'View',
    yes: 'Yes',
    no: 'No',
    noImage: 'No image',
  },

  errors: {
    ...base.errors,
    unknown: 'Something went wrong. Please try again later.',
    part: 'This part could not be shown',
    partMissing: 'This part could not be loaded. Check the connection and try again, or reload the page.',
    partHint: 'The rest of the page is as it was. Try again; if it fails again, reload the page.',
    offline: 'You are offline. What you see may be out of date.',
    reference: (id: string) => `Reference: ${id}`,
  },

  unsaved: {
    text: 'The page you asked for can be opened now. What isn’t saved here may be lost.',
    open: 'Open it',
  },

  stale: {
    label: 'Age of what you see',
    all: 'What you see could not be read again.',
    some: 'Some of what you see could not be read again.',
    read: (age: string) => `It was read ${age}`,
    at: (instant: string) => `on ${instant}.`,
  },

  permissions: {
    ...base.permissions,
    missing: (action: string, module: string) => `You need the ${action} permission for ${module}.`,
    actions: { create: 'Create', view: 'View', edit: 'Edit', delete: 'Delete', report: 'Report' },
    cannotView: 'You do not have permission to view this page.',
    askForRole: 'Ask for a role',
    noMenu: 'There is nothing here until you have a role.',
  },

  session: {
    ...base.session,
    signedInAs: (name: string) => `Signed in as ${name}`,
    logout: 'Logout',
    account: 'Account',
    profile: 'My account',
    settings: 'Settings',
    tasks: 'My tasks',
    ownPermissions: 'My permissions',
    activity: 'Activity',
    giveReason: 'Reason for access…',
    reason: (reason: string) => `Reason for access: ${reason}`,
    forgetReason: 'Forget the reason',
    reauthTitle: 'Your session has ended',
    reauthHint: 'Sign in again to continue. What you typed on this page is still here.',
    reauthSubmit: 'Sign in and continue',
    notNow: 'Not now',
    otherAccount: 'Use another account',
    unsentTitle: 'Log out without sending?',
    unsentQuestion:
      'What was entered here without a connection is not sent yet. Logging out removes it from this device.',
    expired: 'Your session has ended. Please sign in again.',
  },

  shell: {
    ...base.shell,
    breadcrumb: 'Breadcrumb',
    search: 'Search',
    collapse: 'Collapse the menu',
    expand: 'Expand the menu',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    groups: { platform: 'Platform', contracts: 'Contracts & projects', operations: 'Operations' },
  },

  nav: {
    ...base.nav,
    tenants: 'Tenants',
    users: 'Users',
    modules: 'Modules',
    roles: 'Roles',
    contracts: 'Contracts',
    projects: 'Projects',
    tasks: 'Tasks',
    generalTask: 'General Task',
    notifications: 'Notifications',
    reminders: 'Reminders',
    inventories: 'Inventories',
    payroll: 'Payroll',
    vehicles: 'Vehicles',
    vehicleInsurance: 'Vehicle Insurance',
    attendance: 'Attendance',
    payments: 'Payments',
    estimations: 'Estimations',
    reports: 'Reports',
    gst: 'GST',
  },

  underConstruction: {
    title: 'Page Under Construction',
    hint: (page: string) => `${page} is being built. It will appear here when it is ready.`,
  },
} as const;
