import { notifications } from '@mantine/notifications';
import { RouterProvider } from 'react-router';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { queryClient } from '@/app/query-client';
import { createAppRouter } from '@/app/routes';
import { resetModules } from '@/kit/reset';
import { followRouter } from './settled';

type Router = ReturnType<typeof createAppRouter>;

let router: Router | undefined;

/** Opens the whole application at an address, over the test's server, as a full load of the page would. */
export async function open(path: string): Promise<void> {
  await close();
  // Under a key of its own: the router remembers how far down each one was, from one test to the next.
  window.history.replaceState({ key: crypto.randomUUID(), idx: 0 }, '', path);
  resetModules();
  router = createAppRouter();
  followRouter(router);
  await render(<RouterProvider router={router} />);
}

/** Goes on to another address within the application, as a link would. */
export async function visit(path: string): Promise<void> {
  await router?.navigate(path);
}

/** Leaves the application; the browser keeps what it stores. */
export async function close(): Promise<void> {
  await cleanup();
  // They live outside the components: a message of the page before would pass for one of the next.
  notifications.clean();
  queryClient.clear();
  router?.dispose();
  router = undefined;
  followRouter(undefined);
}

/** Lets the next Tab lead to the first element of the page, wherever the focus is. */
export function focusTop(): void {
  const top = document.createElement('div');
  top.tabIndex = -1;
  document.body.prepend(top);
  top.focus();
  top.remove();
}

/** The address with its query, as the user sees it. */
export const address = (): string => `${window.location.pathname}${window.location.search}`;

export { page, userEvent };
