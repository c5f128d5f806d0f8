// Holds the build to its sizes, compressed as they travel (gzip level 9, 1 kB = 1000 bytes). Run after `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

const size = (file) => gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;

/** The chunk with the given source, and all that the browser fetches with it. */
function closure(key, found = new Set()) {
  if (found.has(key)) return found;
  found.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, found);
  return found;
}

function keyOf(source) {
  if (!(source in manifest)) throw new Error(`no chunk is made from ${source}`);
  return source;
}

const union = (...sources) => new Set(sources.flatMap((source) => [...closure(keyOf(source))]));
const minus = (from, what) => new Set([...from].filter((key) => !what.has(key)));
const js = (keys) => [...keys].reduce((sum, key) => sum + size(manifest[key].file), 0);
const css = (keys) =>
  [...new Set([...keys].flatMap((key) => manifest[key].css ?? []))].reduce((sum, file) => sum + size(file), 0);

const ENTRY = 'index.html';
const ADMIN = 'src/app/AdminRoot.tsx';
const GUARDED = 'src/app/guarded-routes.tsx';
const DASHBOARD = 'src/features/contracts/DashboardPage.tsx';
const LIST = 'src/features/contracts/contracts.tsx';

const publicSources = ['HomePage', 'AboutPage', 'ContactPage', 'LoginPage'].map(
  (name) => `src/features/public/${name}.tsx`,
);
const publicPages = publicSources.map((source) => union(ENTRY, source));
const dashboard = union(ENTRY, ADMIN, GUARDED, DASHBOARD);
const everything = new Set(Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js')));
// The public pages have a limit of their own.
const application = [...everything].filter((key) => !manifest[key].src?.startsWith('src/features/public/'));

const budgets = [
  ['largest public page, script', Math.max(...publicPages.map(js)), 110],
  ['largest public page, style', Math.max(...publicPages.map(css)), 8],
  ['shell and dashboard, script', js(dashboard), 240],
  ['list and form kit with contracts, script', js(minus(union(LIST), dashboard)), 95],
  ['application, style', css(application), 34],
  ['fonts before the first paint', preloadedFonts(), 50],
  ['page of the JSON interface, all', docsPage(), 480],
];

for (const key of everything) {
  const { src } = manifest[key];
  if (src?.startsWith('src/features/') && src !== LIST) budgets.push([src, size(manifest[key].file), 12]);
}

function preloadedFonts() {
  const home = readFileSync(new URL('home.html', dist), 'utf8');
  const files = [...home.matchAll(/rel="preload" href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file);
  // A woff2 file is compressed in itself.
  return files.reduce((sum, file) => sum + readFileSync(new URL(file, dist)).length, 0);
}

/** The viewer isn't in the manifest: it is a build of its own. */
function docsPage() {
  const page = readFileSync(new URL('api/docs.html', dist), 'utf8');
  return [...page.matchAll(/"\/(assets\/[^"]+)"/g)].reduce((sum, [, file]) => sum + size(file), 0);
}

let broken = 0;
for (const [name, bytes, limit] of budgets) {
  const over = bytes > limit * 1000;
  if (over) broken++;
  console.log(
    `${over ? 'OVER' : 'ok  '}  ${(bytes / 1000).toFixed(1).padStart(6)} / ${String(limit).padStart(3)} kB  ${name}`,
  );
}

/** The first circle of chunks that import each other. What of it runs first would be a matter of luck. */
function circle(key, way = [], done = new Set()) {
  if (way.includes(key)) return [...way.slice(way.indexOf(key)), key];
  if (done.has(key)) return undefined;
  for (const next of manifest[key].imports ?? []) {
    const found = circle(next, [...way, key], done);
    if (found) return found;
  }
  done.add(key);
  return undefined;
}

const done = new Set();
const found = [...everything].map((key) => circle(key, [], done)).find(Boolean);
if (found) {
  console.log(`OVER  these chunks import each other: ${found.map((key) => manifest[key].file).join(' → ')}`);
  broken++;
}

const maps = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.map'));
if (maps.length > 0) {
  console.log(`OVER  source maps must not be shipped: ${maps.join(', ')}`);
  broken++;
}
process.exit(broken > 0 ? 1 : 0);
