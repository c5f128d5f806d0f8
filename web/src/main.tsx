import './app/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { createAppRouter } from './app/routes';
import { loadAdminRoot } from './app/SiteLayout';
import { currentUser, followOtherTabs } from './session/session-store';

followOtherTabs();

// A user's frame is needed whatever the page is: fetch it beside the page and not after it.
if (currentUser()) loadAdminRoot().catch(() => undefined);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
);
