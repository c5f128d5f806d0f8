/** The browser that the tests drive. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** How it is started: as root in a container too, and silent on the network. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
