import { parseTicker } from '#compute';
import { createYahooMarketData } from '../../worker/providers/yahoo/yahoo-market-data.ts';
import { refreshSummaries } from '../../worker/ledger/summary.ts';
import { PLAYED_EVENTS_PER_STEP, playLedger } from '../../scripts/stack/ledger-seed.ts';
import { openLocalD1 } from '../../scripts/stack/local-d1.ts';
import { readRecordedMarket } from '../../scripts/stack/vendor/recorded-bars.ts';
import { startVendor } from '../../scripts/stack/vendor/vendor-server.ts';

interface ReplaySpec {
  /** A folder of `TICKER.csv` files. */
  readonly folder: string;
  /** First and last day to play, ISO dates; the last defaults to the day after the recordings end. */
  readonly from: string;
  readonly to?: string;
  /** Which recordings. */
  readonly tickers: readonly string[];
  /** State folder of the `wrangler dev` that is to show the ledger, migrated. */
  readonly persistTo: string;
}

export interface ReplayReport {
  readonly days: number;
  readonly forecasts: number;
  readonly settled: number;
  readonly missed: number;
}

const DAY_MS = 86_400_000;

/**
 * Plays the ledger's job day by day over recorded bars: the Worker's own job and adapter, a vendor that knows no later
 * session than its clock, and the local database. Everything is written to the ledger `replay`. Days that were played
 * before change nothing.
 */
export async function replayLedger(spec: ReplaySpec): Promise<ReplayReport> {
  const market = readRecordedMarket(spec.folder);
  const universe = spec.tickers.map((symbol) => {
    const ticker = parseTicker(symbol);
    if (!ticker.ok || !market.has(ticker.value)) throw new Error(`There is no recording of ${symbol}.`);
    return ticker.value;
  });
  const lastBar =
    universe
      .map((ticker) => market.get(ticker)?.at(-1)?.date ?? '')
      .toSorted()
      .at(-1) ?? '';
  const firstMs = Date.parse(spec.from);
  const lastMs = spec.to === undefined ? Date.parse(lastBar) + DAY_MS : Date.parse(spec.to);

  const clock = { ms: firstMs };
  const now = () => clock.ms;
  const vendor = await startVendor({
    folder: spec.folder,
    port: 0,
    nowSeconds: () => clock.ms / 1000,
    isPlaying: true,
  });
  const { db, close } = openLocalD1(spec.persistTo);
  try {
    // A database that a failed run throws away needs no care for power cuts.
    await db.prepare('PRAGMA synchronous = OFF').run();
    const source = createYahooMarketData([vendor.origin], { now, random: () => 0 });
    const job = { db, ledger: 'replay', universe, source } as const;
    await playLedger({ job, clock, fromMs: firstMs, toMs: lastMs + DAY_MS - 1 });
    await refreshSummaries(db, 'replay', universe, PLAYED_EVENTS_PER_STEP);
    const counts = await db
      .prepare(
        `SELECT COUNT(*) AS forecasts, COUNT(settled_at) AS settled,
         (SELECT COUNT(*) FROM record_gap WHERE ledger = 'replay') AS missed FROM record_row WHERE ledger = 'replay'`,
      )
      .first<Omit<ReplayReport, 'days'>>();
    if (counts === null) throw new Error('The ledger cannot be counted.');
    return { days: (lastMs - firstMs) / DAY_MS + 1, ...counts };
  } finally {
    close();
    await vendor.close();
  }
}
