import './app/trusted-types';
import './app/tokens.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createAppRouter, loadGuardedRoutes, loadPage } from './app/routes';
import { loadAdminRoot } from './app/SiteLayout';
import { followColorScheme } from './kit/color-scheme';
import { currentUser, followOtherTabs } from './session/session-store';

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

// The build has written the public pages as a guest sees them.
if (root.dataset.page === window.location.pathname && !currentUser()) {
  loadPage(root.dataset.page).then(
    () => hydrateRoot(root, app()),
    // The router meets the same failure, and tells it.
    () => createRoot(root).render(app()),
  );
} else {
  root.replaceChildren();
  delete root.dataset.page;
  createRoot(root).render(app());
}
