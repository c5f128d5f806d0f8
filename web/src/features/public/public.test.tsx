import { describe, expect, test } from 'vitest';
import { expectAccessible } from '@/testing/accessible';
import { frame, targets } from '@/testing/frame';
import { address, open, page, visit } from '@/testing/screen';

const main = page.getByRole('main');

describe('the home page', () => {
  // Spec: S2.home.welcome S2.home.about-link
  test('welcomes, and leads to the page about the maker', async () => {
    await open('/');
    await expect.element(main.getByText('Welcome to Nirmaan Digital')).toBeInViewport();
    await main.getByRole('link', { name: 'See how it works' }).click();
    await expect.poll(address).toBe('/about');
    window.history.back();
    await main.getByRole('link', { name: 'About Nirmaan' }).click();
    await expect.poll(address).toBe('/about');
  });

  // Spec: S2.home.platforms
  test('has three platforms, and says how far each is', async () => {
    await open('/');
    const region = page.getByRole('region', { name: 'Three platforms' });
    await expect.element(region).toBeVisible();
    const cards = region.getByRole('listitem').elements();
    expect(cards.map((card) => card.textContent)).toEqual([
      expect.stringMatching(/Nirmaan Build.*Construction management.*In use$/),
      expect.stringMatching(/Nirmaan Learn.*E-learning.*Preview$/),
      expect.stringMatching(/Nirmaan Journal.*Blog platform.*Preview$/),
    ]);
  });

  // Spec: S2.home.social
  test('links to social networks', async () => {
    await open('/');
    const social = page.getByRole('list', { name: 'Elsewhere' });
    await expect.element(social).toBeVisible();
    expect(targets(social.getByRole('link'))).toEqual({
      LinkedIn: expect.stringMatching(/^https:\/\/linkedin\./),
      YouTube: expect.stringMatching(/^https:\/\/youtube\./),
      X: expect.stringMatching(/^https:\/\/x\./),
    });
  });

  test('adds up what a tender ties up', async () => {
    await open('/');
    const amounts = page.getByRole('table').getByRole('cell');
    await expect.element(amounts).toHaveLength(5);
    const found = amounts.elements().map((cell) => Number(cell.textContent?.replace(/[₹,]/g, '')));
    expect(found.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(found.at(-1));
  });
});

// Spec: S2.about.sections
test('the page about the maker has its sections, and ways on', async () => {
  await open('/about');
  await expect.element(page.getByText('Nirmaan means construction.')).toBeVisible();
  const sections = page.getByRole('heading', { level: 2 }).elements();
  expect(sections.map((section) => section.textContent)).toEqual([
    'Flagship platforms',
    'Founder',
    'Philosophy',
    'Explore',
  ]);
  await page.getByRole('link', { name: 'The path of a contract' }).click();
  await expect.poll(() => address() + window.location.hash).toBe('/#path');
  await expect.element(page.getByRole('heading', { name: 'From notice to payment' })).toBeInViewport();
});

test.each(['/', '/about'])('%s doesn’t promise what the product can’t do yet', async (path) => {
  await open(path);
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  expect(main.element().textContent).not.toMatch(
    /final bill|keeps the site diary|by whom|who holds|ask for next|due back|should come back|remind/i,
  );
});

describe('the frame for guests', () => {
  // Spec: S2.header.home S2.header.guest S2.header.login
  test('has Home, the banner Guest and Login', async () => {
    await open('/about');
    await expect.element(frame.banner).toHaveTextContent('Guest');
    await expect.element(frame.logout).not.toBeInTheDocument();
    await frame.header.getByRole('link', { name: 'Home', exact: true }).click();
    await expect.poll(address).toBe('/');
    await frame.header.getByRole('link', { name: 'Login' }).click();
    await expect.poll(address).toBe('/login');
  });

  // Spec: S2.footer.links S2.footer.copyright
  test('ends with links and the copyright', async () => {
    await open('/');
    await expect.element(frame.footer).toHaveTextContent(`© ${new Date().getFullYear()}`);
    expect(targets(frame.footer.getByRole('link'))).toEqual({ Home: '/', About: '/about', Contact: '/contact' });
  });

  test('names and describes each page that is shown after the first', async () => {
    const description = document.createElement('meta');
    description.name = 'description';
    document.head.append(description);
    await open('/');
    await expect.poll(() => description.content).toMatch(/^A contracting firm’s/);
    expect(document.title).toBe('Tenders, deposits and works in one ledger · Nirmaan');
    await frame.footer.getByRole('link', { name: 'Contact' }).click();
    await expect.poll(() => document.title).toBe('Contact · Nirmaan');
    expect(description.content).toMatch(/^Write to the people/);
    description.remove();
  });
});

describe('the page for a missing right', () => {
  // Spec: S2.unauthorized.text S2.unauthorized.go-back
  test('says what to do, and goes back', async () => {
    await open('/');
    await page.getByRole('main').getByRole('link', { name: 'About Nirmaan' }).click();
    await expect.poll(address).toBe('/about');
    await visit('/unauthorized');
    await expect
      .element(
        page.getByText(
          'You do not have the necessary permissions to view this page. Please contact the administrator.',
        ),
      )
      .toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Go Back' }).click();
    await expect.poll(address).toBe('/about');
  });
});
