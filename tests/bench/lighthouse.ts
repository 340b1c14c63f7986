/**
 * `npm run lighthouse`: the public pages on a phone, as Lighthouse sees them: the median of three runs each. Builds the
 * page and starts the Worker by itself; fetches Lighthouse through npx, since its 200 packages serve nothing else here.
 * Ends with status 1 below the targets.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { AUTH_ORIGIN, E2E_PORTS } from '../e2e/addresses.ts';
import { startAuthEmulator } from '../stack/auth-emulator.ts';
import { findChromium } from '../support/find-chromium.ts';
import { startWorkerServer } from '../stack/worker-server.ts';

const LIGHTHOUSE = 'lighthouse@12';
const PORT = 8895;
const RUNS = 3;
const PAGES = ['/', '/about', '/login'];
const TARGETS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 };
type Category = keyof typeof TARGETS;
const CATEGORIES = Object.keys(TARGETS) as Category[];
const CHROME_FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking';

interface Report {
  readonly categories: Readonly<Record<Category, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const run = promisify(execFile);
const chromium = findChromium();
// Without it a local build's sign-in page says so, above the form, after it has asked.
const auth = await startAuthEmulator(E2E_PORTS);
const server = startWorkerServer({
  port: PORT,
  webOut: 'dist/web-lighthouse',
  authOrigin: AUTH_ORIGIN,
  vars: { MARKET_DATA: 'sample' },
  buildEnv: { VITE_SITE_ORIGIN: `http://localhost:${PORT}` },
});

let isGood = true;
try {
  await Promise.all([auth.ready, server.ready]);
  for (const path of PAGES) {
    const reports: Report[] = [];
    for (let count = 0; count < RUNS; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- runs beside each other would measure each other
      reports.push(await audit(`${server.origin}${path}`));
    }
    const scores = CATEGORIES.map((name) => ({
      name,
      score: Math.round(median(reports.map(({ categories }) => (categories[name].score ?? 0) * 100))),
    }));
    isGood &&= scores.every(({ name, score }) => score >= TARGETS[name]);
    const measure = (name: string) =>
      median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
    console.log(
      `${path.padEnd(8)} ${scores.map(({ name, score }) => `${name} ${score}`).join('  ')}  ` +
        `LCP ${Math.round(measure('largest-contentful-paint'))} ms  ` +
        `TBT ${Math.round(measure('total-blocking-time'))} ms  CLS ${measure('cumulative-layout-shift').toFixed(3)}`,
    );
  }
} finally {
  await Promise.all([server.stop(), auth.stop()]);
}
process.exitCode = isGood ? 0 : 1;

async function audit(url: string): Promise<Report> {
  const { stdout } = await run(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--output=json', '--quiet', `--chrome-flags=${CHROME_FLAGS}`],
    { maxBuffer: 64 * 1024 * 1024, env: { ...process.env, ...(chromium && { CHROME_PATH: chromium.path }) } },
  );
  return JSON.parse(stdout) as Report;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
