import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const FIND = fileURLToPath(new URL('../../scripts/find-chromium', import.meta.url));

/** The browser that the tests drive. */
export const CHROMIUM = spawnSync(FIND, { encoding: 'utf8' }).stdout.trim();

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
