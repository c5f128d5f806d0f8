/**
 * What the public pages say: the part of the dictionary that every visitor loads.
 * Sentences that the specification fixes are verbatim; whoever edits them changes what customers' instructions quote.
 */
export const base = {
  product: 'Nirmaan',

  common: {
    goBack: 'Go Back',
    home: 'Home',
    loading: 'Loading…',
    reload: 'Reload',
    tryAgain: 'Try again',
  },

  errors: {
    heading: 'Unexpected Application Error!',
    headingHint: 'This page could not be shown. Your data is safe. Reload, or go back to Home.',
    network: 'Network error. Please try again.',
    timeout: 'The server took too long to answer. Please try again.',
    notFoundTitle: 'Page not found',
    notFound: 'There is no page at this address. It may have been moved or deleted.',
  },

  awaited: {
    unreachable: 'The server can’t be reached. The page opens as soon as it can.',
    missing: 'The page you asked for could not be loaded.',
    replaced: 'A new version of Nirmaan is available. Reload to open the page.',
    stay: 'Stay here',
  },

  permissions: {
    unauthorizedTitle: 'Unauthorized',
    unauthorized: 'You do not have the necessary permissions to view this page. Please contact the administrator.',
  },

  session: {
    guest: 'Guest',
    login: 'Login',
    capsLock: 'Caps Lock is on.',
  },

  theme: { label: 'Colour theme', light: 'Light', dark: 'Dark', auto: 'Match the device' },

  shell: {
    skip: 'Skip to content',
    mainNavigation: 'Main',
    footerNavigation: 'Footer',
    goHome: 'Nirmaan, home page',
    copyright: (year: number) => `© ${year} Nirmaan. All rights reserved.`,
  },

  nav: {
    home: 'Home',
    about: 'About',
    contact: 'Contact',
  },
} as const;
