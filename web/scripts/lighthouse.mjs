// Holds the public pages of a running server to Lighthouse's scores on a phone. Fetches Lighthouse, which is no
// dependency: newer majors want a newer Node than we do, and no other check needs it.
//   just lighthouse http://127.0.0.1:8080
import { execFileSync } from 'node:child_process';

const [base = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const PATHS = ['/', '/about', '/contact', '/login'];
const LEAST = 95;
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking';

let short = 0;
for (const path of PATHS) {
  const report = JSON.parse(
    execFileSync(
      'npx',
      ['--yes', 'lighthouse@12.8.2', new URL(path, base).href, '--quiet', '--output=json', `--chrome-flags=${FLAGS}`],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
    ),
  );
  const scores = Object.values(report.categories).map(({ title, score }) => [title, Math.round(score * 100)]);
  short += scores.filter(([, score]) => score < LEAST).length;
  const timings = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const told = timings.map((id) => `${report.audits[id].title} ${report.audits[id].displayValue}`);
  console.log(
    `${path.padEnd(9)} ${scores.map(([title, score]) => `${title} ${score}`).join(', ')}; ${told.join(', ')}`,
  );
}
console.log(short > 0 ? `${short} scores below ${LEAST}` : `every score is ${LEAST} or better`);
process.exit(short > 0 ? 1 : 0);
