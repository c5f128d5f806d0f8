import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { about } from '@/i18n/site/about';
import { contact } from '@/i18n/site/contact';
import { home } from '@/i18n/site/home';
import { login } from '@/i18n/site/login';
import { pageTitle } from '@/kit/page-title';
import { appRoutes } from './routes';

/** A page that the build writes as HTML: it can be read, found and shared before any script has run. */
export interface Page {
  readonly path: string;
  /** The file in the build that holds it. */
  readonly file: string;
  /** The module that draws it. */
  readonly source: string;
  readonly title: string;
  readonly description: string;
}

/** The pages for whoever has no account yet. */
export const pages: readonly Page[] = [
  { path: '/', file: 'home.html', source: 'src/features/public/HomePage.tsx', ...named(home) },
  { path: '/about', file: 'about.html', source: 'src/features/public/AboutPage.tsx', ...named(about) },
  { path: '/contact', file: 'contact.html', source: 'src/features/public/ContactPage.tsx', ...named(contact) },
  { path: '/login', file: 'login.html', source: 'src/features/public/LoginPage.tsx', ...named(login) },
];

/** What a guest sees at an address. */
export async function render(path: string): Promise<string> {
  const handler = createStaticHandler(appRoutes);
  const context = await handler.query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} answers ${context.status} and no page`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
}

function named({ title, description }: { readonly title: string; readonly description: string }) {
  return { title: pageTitle(title), description };
}
