// Which tests a change can break, told by its files: for daily work, when all of them take too long. What isn't known here to
// be narrow is taken to touch everything.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** What is compiled into the server or its tests, and what these are run by. */
const SERVER =
  /^(crates|edge|migrations|proto|\.cargo)\/|^Cargo\.(toml|lock)$|^clippy\.toml$|^docs\/(operations|api-quirks)\.md$|^scripts\/(?!test-run\/)/;
const RUNNER = /^scripts\/test/;

const SOURCES = 'web/src/';
/** Sources of the web app whose users are asked for; when another one is touched, so are all screens. */
const AREAS = /^web\/src\/((?:features|shared|kit)\/[^/.]+|gen)\//;
/** Texts: a section of them is used by whoever names it. */
const TEXTS = /^web\/src\/i18n\/en-IN\.[\w-]+\.ts$/;
/** What puts all screens together uses everything, and tells nothing apart. */
const TABLES = /^web\/src\/app\/\w*-?routes\.tsx$|^web\/src\/i18n\//;
/** What is in the web app's folder, and in no screen. */
const BESIDE_SCREENS = /^web\/(e2e\/|README|\.)/;

/**
 * The files that differ from where the branch left `main`, those that git doesn't know yet among them; on a clean `main`,
 * from the commit before.
 *
 * @param {string} [folder] The checkout.
 * @returns {{ base: string, files: string[] } | undefined} Nothing where there is nothing to compare with.
 */
export function changes(folder = '.') {
  // A hook's variables would lead to another checkout.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const git = (...words) =>
    execFileSync('git', words, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const commit = (...words) => {
    try {
      return git(...words).trim();
    } catch {
      return undefined;
    }
  };
  const lines = (text) => text.split('\0').filter(Boolean);
  const since = (base) => {
    const changed = lines(git('diff', '--name-only', '--no-renames', '-z', base));
    const added = lines(git('ls-files', '--others', '--exclude-standard', '-z'));
    return { base, files: [...new Set([...changed, ...added])].sort() };
  };
  const base = commit('merge-base', 'HEAD', 'origin/main') ?? commit('merge-base', 'HEAD', 'main');
  if (!base) return undefined;
  const found = since(base);
  if (found.files.length > 0) return found;
  const before = commit('rev-parse', '--quiet', '--verify', 'HEAD^');
  return before && since(before);
}

/**
 * What a change touches, and so can break.
 *
 * @param {string[]} [files] Its files, from the top of the checkout; anything may be touched if they aren't known.
 * @param {Map<string, string>} sources The web app's sources, by their paths.
 * @returns {{ runner: boolean, server: boolean, web: boolean, screens: 'all' | string[] }} Whether it touches the test
 *   runner, the server, and the web app; and the folders whose tests of screens it touches.
 */
export function touched(files, sources) {
  if (!files) return { runner: true, server: true, web: true, screens: 'all' };
  const web = files.filter((file) => file.startsWith('web/'));
  return {
    runner: files.some((file) => RUNNER.test(file)),
    server: files.some((file) => SERVER.test(file)),
    web: web.length > 0,
    screens: screens(
      web.filter((file) => !BESIDE_SCREENS.test(file)),
      sources,
    ),
  };
}

/** The folders with tests of screens that have a file in them which uses one of these. */
function screens(files, sources) {
  if (!files.every((file) => AREAS.test(file) || TEXTS.test(file))) return 'all';
  const users = usersOf(sources);
  const texts = files.filter((file) => TEXTS.test(file)).flatMap((file) => usersOfTexts(sources.get(file), sources));
  const reached = new Set([...files, ...texts].filter((file) => !TABLES.test(file)));
  // The set grows while it is gone through.
  for (const file of reached) {
    if (!AREAS.test(file)) continue;
    for (const user of users.get(file) ?? []) if (!TABLES.test(user)) reached.add(user);
  }
  const tests = [...sources.keys()].filter((path) => path.endsWith('.test.tsx'));
  const areas = new Set([...reached].map(areaOf));
  return [...new Set(tests.map(areaOf))]
    .filter((area) => areas.has(area))
    .sort()
    .map((area) => area.slice('web/'.length));
}

/** The folder of a source's area, or the folder that it lies in. */
function areaOf(file) {
  const [, area] = AREAS.exec(file) ?? [];
  return area ? `${SOURCES}${area}/` : `${posix.dirname(file)}/`;
}

/** Which of the sources import each of them. */
function usersOf(sources) {
  const users = new Map();
  for (const [file, text] of sources) {
    for (const [, name] of text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      const path = name.startsWith('@/') ? SOURCES + name.slice(2) : posix.join(posix.dirname(file), name);
      const found = [path, `${path}.ts`, `${path}.tsx`].find((one) => sources.has(one));
      if (found) users.set(found, [...(users.get(found) ?? []), file]);
    }
  }
  return users;
}

/** The sources that name a section of these texts: `t.tasks` where they have `tasks: {`. */
function usersOfTexts(texts = '', sources) {
  const sections = [...texts.matchAll(/^ {2}(\w+):/gm)].map(([, section]) => section);
  const named = new RegExp(`\\bt\\.(?:${sections.join('|')})\\b`);
  return [...sources].filter(([, text]) => named.test(text)).map(([file]) => file);
}

/**
 * The web app's sources, by their paths from the top of the checkout.
 *
 * @param {string} [folder] The checkout.
 * @returns {Map<string, string>}
 */
export function readSources(folder = '.') {
  const names = readdirSync(join(folder, SOURCES), { recursive: true }).filter((name) => /\.(tsx?|css)$/.test(name));
  return new Map(names.map((name) => [posix.join(SOURCES, name), readFileSync(join(folder, SOURCES, name), 'utf8')]));
}
