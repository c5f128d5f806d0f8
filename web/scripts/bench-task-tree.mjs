// Measures how a project's tree opens and scrolls in a browser, and how long its stream takes without one. Run by
// scripts/bench/task-tree, which names the server in BASE_URL and the project in PROJECT.
import { chromium } from '@playwright/test';

const { BASE_URL, PROJECT, CHROMIUM = '/usr/bin/chromium' } = process.env;
const ROUNDS = 5;

const login = await fetch(`${BASE_URL}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    tenantName: 'Bharat Infra',
    emailOrMobile: 'owner@bharat.example',
    password: 'Nirmaan@2026',
  }),
}).then((answer) => answer.json());

const ms = (value) => `${Math.round(value)} ms`;
const sorted = (values) => [...values].sort((one, other) => one - other);
const quantile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const tell = (what, values) =>
  console.log(`${what.padEnd(44)} median ${ms(quantile(values, 0.5))}, worst ${ms(Math.max(...values))}`);

/** The stream alone, over JSON lines: until its first part, and until its last. */
async function stream() {
  const begun = performance.now();
  const answer = await fetch(`${BASE_URL}/api/projects/${PROJECT}/task-tree`, {
    headers: { accept: 'application/x-ndjson', authorization: `Bearer ${login.accessToken}` },
  });
  let first;
  let bytes = 0;
  for await (const chunk of answer.body) {
    first ??= performance.now() - begun;
    bytes += chunk.length;
  }
  return { first, whole: performance.now() - begun, bytes };
}

const streams = [];
for (let round = 0; round < ROUNDS; round += 1) streams.push(await stream());
tell(
  'JSON lines, first part',
  streams.map(({ first }) => first),
);
tell(
  'JSON lines, whole',
  streams.map(({ whole }) => whole),
);
console.log(`${'JSON lines, size'.padEnd(44)} ${(streams[0].bytes / 1e6).toFixed(1)} MB`);

const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(({ accessToken, refreshToken, user }) => {
  localStorage.setItem('accessToken', accessToken);
  localStorage.setItem('refreshToken', refreshToken);
  localStorage.setItem('user', JSON.stringify({ ...user, username: user.email }));
}, login);
const page = await context.newPage();
const tree = page.getByRole('treegrid');

const opened = [];
const complete = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const begun = performance.now();
  await page.goto(`${BASE_URL}/project-tasks?projectId=${PROJECT}`);
  await tree.getByRole('row').nth(3).waitFor();
  opened.push(performance.now() - begun);
  await page.locator('[role="treegrid"][aria-busy="false"]').waitFor();
  complete.push(performance.now() - begun);
}
tell('browser, from the address to the first rows', opened);
tell('browser, from the address to the last task', complete);

await page.getByRole('button', { name: 'Expand all' }).click();
await tree.hover();
// Frames while the wheel turns: what takes longer than two of the screen's own was dropped.
await page.evaluate(() => {
  window.frames_ = [];
  let last = performance.now();
  const frame = (now) => {
    window.frames_.push(now - last);
    last = now;
    window.ticking_ = requestAnimationFrame(frame);
  };
  window.ticking_ = requestAnimationFrame(frame);
});
for (let turn = 0; turn < 150; turn += 1) await page.mouse.wheel(0, 400);
const frames = await page.evaluate(() => {
  cancelAnimationFrame(window.ticking_);
  return window.frames_.slice(1);
});
tell(`browser, ${frames.length} frames of scrolling`, frames);
console.log(`${'browser, frames longer than 34 ms'.padEnd(44)} ${frames.filter((length) => length > 34).length}`);
console.log(`${'rows in the document'.padEnd(44)} ${await tree.getByRole('row').count()}`);
await browser.close();
