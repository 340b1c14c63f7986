import { parseTicker } from '#compute';
import { Yahoo } from '#worker/providers/yahoo/yahoo.ts';
import { refreshSummaries } from '#worker/ledger/summary.ts';
import { PLAYED_EVENTS_PER_STEP, playLedger } from '#scripts/stack/ledger-seed.ts';
import { openLocalD1 } from '#scripts/stack/local-d1.ts';
import { readRecordedMarket } from '#scripts/stack/vendor/recorded-bars.ts';
import { startVendor } from '#scripts/stack/vendor/vendor-server.ts';

interface ReplaySpec {
  /** A folder of `TICKER.csv` files. */
  readonly folder: string;
  /** First day to replay, an ISO date. The last is the day after the recordings end. */
  readonly from: string;
  /** Tickers to replay. */
  readonly tickers: readonly string[];
  /** Migrated state folder of the `wrangler dev` that will show the ledger. */
  readonly persistTo: string;
}

const DAY_MS = 86_400_000;

/**
 * Replays the ledger's job day by day over recorded bars, with the Worker's own job and adapter, the local database, and a
 * vendor that never serves sessions after its clock. Everything is written to the ledger `live`.
 */
export async function replayLedger({ folder, from, tickers, persistTo }: ReplaySpec): Promise<void> {
  const market = readRecordedMarket(folder);
  const universe = tickers.map((symbol) => {
    const ticker = parseTicker(symbol);
    if (!ticker.ok || !market.has(ticker.value)) throw new Error(`There is no recording of ${symbol}.`);
    return ticker.value;
  });
  const lastDays = universe.map((ticker) => market.get(ticker)?.at(-1)?.date ?? '');
  const fromMs = Date.parse(from);
  const toMs = Math.max(...lastDays.map((day) => Date.parse(day))) + 2 * DAY_MS - 1;

  const clock = { ms: fromMs };
  const now = () => clock.ms;
  const vendor = await startVendor({ folder, port: 0, nowSeconds: () => clock.ms / 1000, isPlaying: true });
  const { db, close } = openLocalD1(persistTo);
  try {
    // A failed run discards the database, so it need not survive power cuts.
    await db.prepare('PRAGMA synchronous = OFF').run();
    const source = new Yahoo([vendor.origin], { now, random: () => 0 });
    const job = { db, ledger: 'live', universe, source } as const;
    await playLedger({ job, clock, fromMs, toMs });
    await refreshSummaries(db, 'live', universe, PLAYED_EVENTS_PER_STEP);
  } finally {
    close();
    await vendor.close();
  }
}
