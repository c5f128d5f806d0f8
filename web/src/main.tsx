import './app/trusted-types';
import './app/tokens.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createAppRouter, loadGuardedRoutes, loadPage } from './app/routes';
import { loadAdminRoot } from './app/SiteLayout';
import { followColorScheme } from './kit/color-scheme';
import { isChunkGone } from './kit/lazy';
import { currentUser, followOtherTabs } from './session/session-store';

const RETRY_MS = 5_000;

followOtherTabs();
followColorScheme();

// A user's frame and map are needed whatever the page is: fetch them beside the page and not after it.
if (currentUser()) Promise.all([loadAdminRoot(), loadGuardedRoutes()]).catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = () => (
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>
);

function hydrate(root: HTMLElement, page: string, isAgain = false): void {
  loadPage(page).then(
    () => hydrateRoot(root, app()),
    (error) => {
      // It can be read meanwhile, and its links lead on. But it has to be said why its forms can't be sent.
      if (isChunkGone(error) && !isAgain) setTimeout(() => hydrate(root, page, true), RETRY_MS);
      else createRoot(root).render(app());
    },
  );
}

// The build has written the public pages as a guest sees them.
if (root.dataset.page === window.location.pathname && !currentUser()) {
  hydrate(root, root.dataset.page);
} else {
  root.replaceChildren();
  delete root.dataset.page;
  createRoot(root).render(app());
}
