import { type Locator, page } from 'vitest/browser';

const header = page.getByRole('banner');
const menu = page.getByRole('navigation', { name: 'Main', exact: true });

/** The frame around every page. */
export const frame = {
  header,
  /** Who is signed in. */
  banner: header.getByText(/^Signed in as |^Guest$/),
  menu,
  menuItems: menu.getByRole('link'),
  footer: page.getByRole('contentinfo'),
  logout: header.getByRole('button', { name: 'Logout' }),
  heading: page.getByRole('heading', { level: 1 }),
  /** The dialog that revives a session in place. */
  reauth: page.getByRole('dialog', { name: 'Your session has ended' }),
  theme: (name: 'Light' | 'Dark' | 'Match the device'): Locator => header.getByRole('radio', { name }),
};

/** The texts of links with where they lead. */
export const targets = (links: Locator): Record<string, string | null> =>
  Object.fromEntries(links.elements().map((link) => [link.textContent, link.getAttribute('href')]));
