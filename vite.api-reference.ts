/** Provides the module `virtual:api-reference`, the content of the page /api, with responses of the sample market's own Worker. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Plugin } from 'vite';
import { parseTicker } from './compute/index.ts';
import { apiReference } from './scripts/api-reference.ts';
import { playLedger, PLAYED_EVENTS_PER_STEP } from './scripts/stack/ledger-seed.ts';
import { openD1File } from './scripts/stack/local-d1.ts';
import { createApp } from './worker/app.ts';
import { refreshSummaries } from './worker/ledger/summary.ts';
import { createSampleMarketData } from './worker/providers/sample/sample-market-data.ts';
import { AFTER_THE_CLOSE } from './vite.sample-picture.ts';

const MIGRATIONS = resolve(import.meta.dirname, 'worker/migrations');

/** Few, to keep the build fast, for long enough that the badge has something to say. */
const LISTINGS = ['AAPL', 'MSFT', 'SPY'];
const LEDGER_DAYS = 35;

/** The reference, with responses as of the date of the home page's picture. */
async function sampleReference() {
  const folder = await mkdtemp(join(tmpdir(), 'candor-api-'));
  try {
    const file = join(folder, 'ledger.sqlite');
    const sqlite = new DatabaseSync(file);
    for (const name of (await readdir(MIGRATIONS)).toSorted())
      sqlite.exec(await readFile(join(MIGRATIONS, name), 'utf8'));
    sqlite.close();
    const { db, close } = openD1File(file);
    await fillLedger(db);
    const app = createApp({ now: () => AFTER_THE_CLOSE * 1000, random: () => 0 });
    const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
    const bindings = { MARKET_DATA: 'sample', RECORD: db, RECORD_UNIVERSE: LISTINGS.join() };
    const reference = await apiReference(async (path) => {
      const response = await app.fetch(new Request(`https://example.com${path}`), bindings, context as never);
      if (!response.ok) throw new Error(`${path} responds with ${response.status}: ${await response.text()}`);
      return response.text();
    });
    close();
    return reference;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function fillLedger(db: ReturnType<typeof openD1File>['db']): Promise<void> {
  const toMs = AFTER_THE_CLOSE * 1000;
  const clock = { ms: toMs };
  const universe = LISTINGS.map(parseTicker).flatMap((ticker) => (ticker.ok ? ticker.value : []));
  const source = createSampleMarketData(() => clock.ms);
  const fromMs = toMs - LEDGER_DAYS * 86_400_000;
  await playLedger({ job: { db, ledger: 'sample', universe, source }, clock, fromMs, toMs });
  await refreshSummaries(db, 'sample', universe, PLAYED_EVENTS_PER_STEP);
}

const NAME = 'virtual:api-reference';
let reference: ReturnType<typeof sampleReference> | undefined;

export function apiReferenceModule(): Plugin {
  return {
    name: 'candor:api-reference',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    // Once for the page and its prerendered copy.
    load: async (id) =>
      id === `\0${NAME}` ? `export default ${JSON.stringify(await (reference ??= sampleReference()))}` : null,
  };
}
