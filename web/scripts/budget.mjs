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
const DASHBOARD = 'src/features/contracts/DashboardPage.tsx';
const LIST = 'src/features/contracts/contracts.tsx';

const publicRoute = union(ENTRY);
const dashboard = union(ENTRY, ADMIN, DASHBOARD);
const everything = new Set(Object.keys(manifest).filter((key) => manifest[key].file.endsWith('.js')));

const budgets = [
  ['public route, script', js(publicRoute), 110],
  ['public route, style', css(publicRoute), 8],
  ['shell and dashboard, script', js(dashboard), 235],
  ['list and form kit with contracts, script', js(minus(union(LIST), dashboard)), 75 + 12],
  ['application, style', css(everything), 30],
  ['font before the first paint', preloadedFont(), 50],
];

for (const key of everything) {
  const { src } = manifest[key];
  if (src?.startsWith('src/features/') && src !== LIST) budgets.push([src, size(manifest[key].file), 12]);
}

function preloadedFont() {
  const [, file] =
    /rel="preload" href="\/(assets\/[^"]+\.woff2)"/.exec(readFileSync(new URL('index.html', dist), 'utf8')) ?? [];
  // A woff2 file is compressed in itself.
  return readFileSync(new URL(file, dist)).length;
}

let broken = 0;
for (const [name, bytes, limit] of budgets) {
  const over = bytes > limit * 1000;
  if (over) broken++;
  console.log(
    `${over ? 'OVER' : 'ok  '}  ${(bytes / 1000).toFixed(1).padStart(6)} / ${String(limit).padStart(3)} kB  ${name}`,
  );
}

const maps = readdirSync(new URL('assets/', dist)).filter((file) => file.endsWith('.map'));
if (maps.length > 0) {
  console.log(`OVER  source maps must not be shipped: ${maps.join(', ')}`);
  broken++;
}
process.exit(broken > 0 ? 1 : 0);
