import { MantineProvider } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { createBrowserRouter, Link, Outlet, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { ShellFallback } from '@/app/ShellFallback';
import { expectAccessible, expectToFit } from '@/testing/accessible';
import { signIn } from '@/testing/people';
import { address, page } from '@/testing/screen';
import { settled } from '@/testing/settled';
import { AwaitedPage } from './AwaitedPage';
import { FormPage } from './form/FormPage';
import { anySections } from './form/fields';
import { UnsavedDialog, useUnsavedGuard } from './form/UnsavedGuard';
import { ChunkError, untilThere } from './lazy';

const ENTRY = '/assets/index-Ab1.js';
const NEXT = () => <h1 tabIndex={-1}>Payments</h1>;

const load = vi.fn<() => Promise<ComponentType>>();
const left = vi.fn();
const save = vi.fn(async () => undefined);
let answer: () => Promise<Response>;

const link = page.getByRole('link', { name: 'Payments' });
const heading = page.getByRole('heading', { level: 1 });
const notes = page.getByRole('textbox', { name: 'Notes' });
const word = page.getByRole('status').first();
const button = (name: string) => page.getByRole('button', { name, exact: true });

function Here() {
  const [text, setText] = useState('');
  const { blocker, leave } = useUnsavedGuard(text !== '', left);
  return (
    <>
      <h1 tabIndex={-1}>Contracts</h1>
      <input aria-label="Notes" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <UnsavedDialog blocker={blocker} onLeave={leave} />
    </>
  );
}

const sections = anySections<{ name: string }>([
  { id: 'bank', title: 'Bank', fields: [{ name: 'name', label: 'Name', kind: 'text' }] },
]);

/** A form that leads to the second page once it is saved. */
const Form = () => (
  <FormPage
    mode="create"
    title="Create bank"
    sections={sections}
    loaded={{ values: { name: '' }, version: 0n }}
    save={save}
    fieldPrefix=""
    saved="Bank created"
    saveFailed=""
    parent="/next"
  />
);

const Frame = () => (
  <MantineProvider>
    <nav>
      <Link to="/next">Payments</Link> <Link to="/elsewhere">Elsewhere</Link>
    </nav>
    <AwaitedPage unsaved={{ text: 'Can be opened now.', open: 'Open it' }} />
    <main>
      <div id="overlays" />
      <Outlet />
    </main>
  </MantineProvider>
);

/** Opens a site of two pages, of which the program of the second can't be had. */
async function open(path = '/here') {
  window.history.replaceState({ key: crypto.randomUUID(), idx: 0 }, '', path);
  const router = createBrowserRouter([
    {
      element: <Frame />,
      HydrateFallback: ShellFallback,
      children: [
        { path: '/here', element: <Here /> },
        { path: '/form', element: <Form /> },
        { path: '/elsewhere', element: <h1 tabIndex={-1}>Elsewhere</h1> },
        { path: '/next', lazy: async () => ({ Component: await untilThere(load) }) },
      ],
    },
  ]);
  await render(<RouterProvider router={router} />);
  onTestFinished(() => router.dispose());
}

/** The file is there from now on, as the browser notices by itself. */
function arrive() {
  load.mockResolvedValue(NEXT);
  window.dispatchEvent(new Event('online'));
}

beforeEach(() => {
  load.mockReset().mockRejectedValue(new ChunkError('not fetched'));
  left.mockReset();
  save.mockClear();
  answer = () => Promise.reject(new TypeError('Failed to fetch'));
  const { fetch } = window;
  vi.spyOn(window, 'fetch').mockImplementation((input, init) => (input === '/' ? answer() : fetch(input, init)));
  const entry = document.createElement('script');
  // Nothing that a browser would fetch.
  entry.type = 'text/plain';
  entry.src = ENTRY;
  document.head.append(entry);
  onTestFinished(() => entry.remove());
});

describe('a page whose program can’t be had', () => {
  test('leaves the page before where it is, says so, and opens by itself', async () => {
    await open();
    await link.click();
    await expect.element(word).toHaveTextContent('The server can’t be reached. The page opens as soon as it can.');
    await expect.element(heading).toHaveTextContent('Contracts');
    expect(address()).toBe('/here');
    await expect.element(button('Reload')).not.toBeInTheDocument();
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    // Nobody does anything.
    await expect.poll(() => load.mock.calls.length).toBeGreaterThan(2);
    load.mockResolvedValue(NEXT);
    await expect.element(heading).toHaveTextContent('Payments');
    expect(address()).toBe('/next');
    await expect.element(word).toBeEmptyDOMElement();
  });

  test('is tried again when the network comes back, or at a press', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    const before = load.mock.calls.length;
    await button('Try again').click();
    await expect.poll(() => load.mock.calls.length).toBeGreaterThan(before);
    await expect.element(button('Try again')).toHaveFocus();
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
  });

  test('isn’t opened once somebody has chosen to stay, and is when it is asked for again', async () => {
    await open();
    await link.click();
    await button('Stay here').click();
    await expect.element(word).toBeEmptyDOMElement();
    await expect.element(heading).toHaveFocus();
    const before = load.mock.calls.length;
    arrive();
    await settled();
    expect(load).toHaveBeenCalledTimes(before);
    await expect.element(heading).toHaveTextContent('Contracts');
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await expect.element(heading).toHaveTextContent('Elsewhere');
    await link.click();
    await expect.element(heading).toHaveTextContent('Payments');
  });

  test('isn’t spoken of any more where another page was opened instead', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await expect.element(heading).toHaveTextContent('Elsewhere');
    await expect.element(word).toBeEmptyDOMElement();
    arrive();
    await expect.element(heading).toHaveTextContent('Elsewhere');
  });

  test.each([
    ['another version', ENTRY.replace('Ab1', 'Cd2'), 'A new version of Nirmaan is available.'],
    ['the file and the browser hasn’t', ENTRY, 'The page you asked for could not be loaded.'],
  ])('is offered by a reload where the server has %s', async (_, entry, said) => {
    answer = async () => new Response(`<script src="${entry}"></script>`);
    await open();
    await link.click();
    await expect.element(word).toHaveTextContent(said);
    await expect.element(button('Reload')).toBeVisible();
    await expect.element(button('Try again')).toBeVisible();
    // Another node may have the file of the old version all the same.
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
  });

  test.each([
    ['a guest', () => undefined],
    ['a user', () => signIn()],
  ])('is waited for where %s has no page yet', async (_, begin) => {
    begin();
    await open('/next');
    await expect.element(word).toHaveTextContent('The server can’t be reached.');
    await expect.element(button('Stay here')).not.toBeInTheDocument();
    await expectAccessible();
    await expectToFit(1440, 390, 320);
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
  });
});

describe('what was typed', () => {
  test('since the page was asked for isn’t left without a word', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    await notes.fill('Call the bank');
    arrive();
    await expect.element(word).toHaveTextContent('Can be opened now.');
    await expect.element(notes).toHaveValue('Call the bank');
    arrive();
    await button('Stay here').click();
    await expect.element(notes).toHaveValue('Call the bank');
    await link.click();
    await button('Leave').click();
    await expect.element(heading).toHaveTextContent('Payments');
    await expect.poll(() => left.mock.calls.length).toBe(1);
  });

  test('since then is left by whoever says so', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    await notes.fill('Call the bank');
    arrive();
    await button('Open it').click();
    await expect.element(heading).toHaveTextContent('Payments');
    // Nobody was asked whether it may go: it can be restored.
    expect(left).not.toHaveBeenCalled();
  });

  test('since then is no obstacle once it is saved or taken back', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    await notes.fill('Call the bank');
    arrive();
    await expect.element(word).toHaveTextContent('Can be opened now.');
    await notes.clear();
    await expect.element(heading).toHaveTextContent('Payments');
  });

  test('is in a dialog', async () => {
    await open();
    await link.click();
    await expect.element(button('Try again')).toBeVisible();
    const dialog = document.createElement('div');
    dialog.setAttribute('aria-modal', 'true');
    document.body.append(dialog);
    onTestFinished(() => dialog.remove());
    arrive();
    await expect.element(word).toHaveTextContent('Can be opened now.');
    dialog.remove();
    await expect.element(heading).toHaveTextContent('Payments');
  });

  test('before is given up only when the next page is there', async () => {
    const closing = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await open();
    await notes.fill('Call the bank');
    await link.click();
    await button('Leave').click();
    await expect.element(button('Stay here')).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    await expect.poll(closing, { message: 'goes without asking again' }).toBe(true);
    await button('Stay here').click();
    await expect.element(notes).toHaveValue('Call the bank');
    expect(left).not.toHaveBeenCalled();
    await expect.poll(closing, { message: 'asks' }).toBe(false);

    await link.click();
    await button('Leave').click();
    await expect.element(button('Stay here')).toBeVisible();
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
    await expect.poll(() => left.mock.calls.length).toBe(1);
  });

  test('and was saved isn’t saved again, nor in the way of the next page', async () => {
    await open('/form');
    await page.getByRole('textbox', { name: 'Name' }).fill('State Bank of India');
    await button('Create').click();
    await expect.element(word).toHaveTextContent('The server can’t be reached.');
    expect(page.getByRole('form', { includeHidden: true }).element()).toHaveAttribute('inert');
    expect(save).toHaveBeenCalledOnce();
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
    expect(address()).toBe('/next');
  });

  test('in a form whose next page was given up is guarded again', async () => {
    await open('/form');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('State Bank of India');
    await link.click();
    await button('Leave').click();
    await expect.element(word).toHaveTextContent('The server can’t be reached.');
    expect(page.getByRole('form', { includeHidden: true }).element()).toHaveAttribute('inert');
    await button('Stay here').click();
    await expect.element(name).toHaveValue('State Bank of India');
    await expect.poll(() => Object.keys(sessionStorage)).toContain('nirmaan.draft:/form');
    await link.click();
    await button('Leave').click();
    arrive();
    await expect.element(heading).toHaveTextContent('Payments');
    await expect.poll(() => Object.keys(sessionStorage)).not.toContain('nirmaan.draft:/form');
  });
});
