import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createServer, type Manifest, type Plugin } from 'vite';
import type * as Prerender from '../src/app/prerender.tsx';
import { afterBuild } from './after-build.ts';

type Page = Prerender.Page;

const ENTRY = 'index.html';
const HEADINGS = /anek-latin/;

/**
 * Writes the public pages as HTML beside index.html, which stays the empty page of all other routes. Each names its own
 * style sheets and scripts, so that it is painted before the program runs and doesn't wait for the program to ask.
 */
export function prerender(): Plugin {
  return afterBuild('prerender', async ({ root, build }) => {
    const read = (file: string) => readFile(resolve(root, build.outDir, file), 'utf8');
    const template = await read(ENTRY);
    const manifest: Manifest = JSON.parse(await read('.vite/manifest.json'));
    for (const { page, body } of await rendered(root)) {
      await writeFile(resolve(root, build.outDir, page.file), document(template, page, manifest, body));
    }
  });
}

/** The pages as the program draws them; run by Vite itself, which reads its TypeScript and its style sheets. */
async function rendered(root: string): Promise<{ readonly page: Page; readonly body: string }[]> {
  const server = await createServer({
    root,
    mode: 'production',
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    // Not the cache of a development server that may be running.
    cacheDir: 'node_modules/.vite/prerender',
  });
  try {
    const { pages, render } = (await server.ssrLoadModule('/src/app/prerender.tsx')) as typeof Prerender;
    return await Promise.all(pages.map(async (page) => ({ page, body: await render(page.path) })));
  } finally {
    await server.close();
  }
}

/** What the first paint needs, in the order of precedence. */
function styles(manifest: Manifest, source: string): string[] {
  const chunks = [...closure(manifest, ENTRY), ...closure(manifest, source)].flatMap((key) => manifest[key] ?? []);
  const files = new Set(chunks.flatMap(({ css }) => css ?? []));
  return [...files].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`);
}

/** What the page's own program needs beside the entry, and the face of its headings. */
function preloads(manifest: Manifest, source: string): string[] {
  const entry = closure(manifest, ENTRY);
  const own = [...closure(manifest, source)].filter((key) => !entry.has(key)).flatMap((key) => manifest[key] ?? []);
  const headings = manifest[ENTRY]?.assets?.filter((file) => HEADINGS.test(file)) ?? [];
  return [
    ...headings.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin />`),
    ...own.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ];
}

/** A chunk after those that it imports. */
function closure(manifest: Manifest, key: string, found = new Set<string>(), open = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`no chunk is made from ${key}`);
  if (open.has(key)) return found;
  open.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, found, open);
  return found.add(key);
}

function document(template: string, page: Page, manifest: Manifest, body: string): string {
  const title = escaped(page.title);
  const description = escaped(page.description);
  const lines = (tags: readonly string[]) => tags.map((tag) => `\n    ${tag}`).join('');
  const changes: readonly (readonly [RegExp, string])[] = [
    [/(?<=<title>)[^<]*/, title],
    [/(?<=<meta property="og:title" content=")[^"]*/, title],
    [/(?<=<meta name="description" content=")[^"]*/, description],
    [/(?<=<meta property="og:description" content=")[^"]*/, description],
    [/\s*<!-- For the routes[^>]*>\s*<meta name="robots"[^>]*>/, ''],
    // Style sheets come before all else that is fetched: they hold up the first paint.
    [/\s*<link rel="stylesheet"[^>]*>/g, ''],
    [/(?=\s*<script src="\/before-paint.js">)/, lines(styles(manifest, page.source))],
    [/(?=\s*<\/head>)/, lines(preloads(manifest, page.source))],
    [/<div id="root"><\/div>/, `<div id="root" data-page="${page.path}">${body}</div>`],
  ];
  return changes.reduce((html, [place, text]) => {
    if (html.search(place) < 0) throw new Error(`index.html has no place for ${place}`);
    // A function, since a dollar sign in a text is no pattern.
    return html.replace(place, () => text);
  }, template);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
