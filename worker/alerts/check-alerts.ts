import { isoDate, isoInstant, type Ticker } from '#compute';
import { alertEventKey, crossingsOf, observationKey, type LevelCrossing } from '../contract/contract.ts';
import { chunksOf, inWaves } from '../resilience/in-waves.ts';
import { priceOf } from '../contract/snapshot-codec.ts';
import type { LatestPrice } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { inTurn, readLevels, readState, writeCheck } from './check-store.ts';
import type { AlertCheck, IndexedLevel, Observed, PendingCrossing, WatchedListing } from './check-store.ts';
import { observeForecasts } from './observe-forecasts.ts';
import { needsChart, observePrice, rescaledLevel } from './observe-prices.ts';

/** Listings in a batch: the most that the source returns in one call. */
const LISTINGS_PER_BATCH = 20;

/** Safe at any time, twice at once, or after a crash. Resolves with how many listings were due, and how many had to wait. */
export async function checkAlerts(check: AlertCheck): Promise<{ due: number; unasked: number }> {
  const { limits, nowSeconds } = check;
  const state = await readState(check);
  const due = state.listings.filter(({ dueAt }) => dueAt <= nowSeconds);
  const readings = await readPrices(check, due);
  const unscaled = new Set(state.unscaled);
  const unclear = readings
    .filter((reading) => needsChart(reading, unscaled.has(reading.listing.ticker), nowSeconds))
    .map(({ listing }) => listing.ticker);
  const charts = await readCharts(check, await inTurn(check, unclear, limits.charts));
  const priced = readings.map((reading) =>
    observePrice(reading, charts.get(reading.listing.ticker), nowSeconds),
  );
  const after = new Map(priced.map(({ listing }) => [listing.ticker, listing]));
  const listings = state.listings.map((listing) => after.get(listing.ticker) ?? listing);
  const forecasts = await observeForecasts(check, listings);
  for (const listing of forecasts.listings) after.set(listing.ticker, listing);

  const observed = [...priced, forecasts].flatMap((observation) => observation.observed);
  const changes = new Map(observed.map((one) => [observationKey(one), one]));
  const stored = await readLevels(check, observed);
  const levels = stored.map((level) => {
    const change = changes.get(observationKey(level));
    return change ? rescaledLevel(level, change.splits ?? [], change.now.session) : level;
  });

  const latest = new Map(readings.map((reading) => [reading.listing.ticker, reading.latest]));
  await writeCheck(check, {
    number: state.number,
    listings: [...after.values()],
    levels: levels.flatMap((level, index) => {
      // The new levels read here are compared now, so they are no longer new.
      if (level.isNew) return Object.assign({}, level, { isNew: false });
      return level === stored[index] ? [] : level;
    }),
    crossings: crossingsOf(levels, changes).map((crossing) =>
      pendingCrossing(crossing, latest.get(crossing.level.ticker)),
    ),
    unknown: priced.filter(({ isUnknown }) => isUnknown).map(({ listing }) => listing.ticker),
    isNewDay: state.checkedAt === null || isoDate(state.checkedAt) !== isoDate(nowSeconds),
  });
  return { due: due.length, unasked: due.length - readings.length };
}

/** Reads prices in the given order, until the batches are used up or the source refuses. */
async function readPrices({ source, limits }: AlertCheck, due: readonly WatchedListing[]) {
  const read = async (batch: readonly WatchedListing[]) => {
    const tickers = batch.map(({ ticker }) => ticker);
    const prices = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.latestPrices(tickers, signal));
    if (!prices.ok) return [];
    return batch.map((listing) => ({ listing, latest: prices.value.get(listing.ticker) ?? null }));
  };
  const batches = chunksOf(due, LISTINGS_PER_BATCH).slice(0, limits.batches);
  return (await inWaves(batches, read, (wave) => wave.flat().length === 0)).flat();
}

async function readCharts({ source }: AlertCheck, tickers: readonly Ticker[]) {
  const read = async (ticker: Ticker) => {
    const chart = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.stock(ticker, signal));
    return [ticker, chart] as const;
  };
  return new Map(await inWaves(tickers, read));
}

function pendingCrossing(
  { level: { uid, rule, version }, change, crossed }: LevelCrossing<IndexedLevel, Observed>,
  latest: LatestPrice | null | undefined,
): PendingCrossing {
  const crossing = {
    ...crossed,
    alert: rule,
    version,
    price: latest ? priceOf(latest) : null,
    currency: latest?.listing.currency ?? '',
    exchange_timezone: latest?.listing.timezone ?? 'UTC',
    at: isoInstant(change.now.atSeconds),
    source: change.source,
  };
  return { uid, key: alertEventKey(rule, crossed.session, crossed.direction), crossing };
}
