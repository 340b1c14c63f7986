import { alertEventKey, changePercent, isCrossed, isoDate, isoInstant, PRICE_METRICS } from '#compute';
import type { AlertMetric, Observation, Split, Ticker } from '#compute';
import type { LatestPrice, LatestPrices } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { cleaning, idOf, lastLook, readNewRows, readRows, statementsOf } from './look-store.ts';
import type { AlertsLook, Crossed, LevelRow, RescaledRow, ObservedMetric, Watched } from './look-store.ts';
import { forecastMetric, observedForecasts } from './seen-forecasts.ts';

/** A larger move may be a split: it counts once the listing's chart has said whether it is one. In percent. */
const SPLIT_PERCENT = 25;
const CHARTS_PER_RUN = 4;

/** A price dated later than this ahead of our clock is of a wrong clock. */
const MAX_AHEAD_SECONDS = 60;

/**
 * Looks once at all prices, and at the signals and odds of sessions that have closed. Safe to run at any time, twice at once, or
 * again after a crash: Observed values and the crossings they cause are written atomically.
 */
export async function checkAlerts(look: AlertsLook): Promise<void> {
  const { db, market } = look;
  const nowSeconds = Math.floor(look.now() / 1000);
  const [watchedRows, runs] = await db.batch<unknown>([
    sql(db)`SELECT ticker, metric, value, session, at, due_at AS dueAt
      FROM alert_last WHERE market = ${market}`,
    sql(db)`SELECT looked_at AS lookedAt FROM alert_run WHERE market = ${market}`,
  ]);
  const watched = (watchedRows?.results ?? []) as Watched[];
  const [lastRun] = (runs?.results ?? []) as { readonly lookedAt: number }[];
  const prices = await readPrices(look, watched);
  const { seen: closes, nextAnalyses } = await observedForecasts(look, watched, nowSeconds);
  const priced = seenPrices(watched, prices, nowSeconds);
  const made = await readNewRows(look, [...priced, ...closes]);
  const seen = [...(await withoutSplits(look, priced, made, prices, nowSeconds)), ...closes];
  const byId = new Map(seen.map((one) => [idOf(one), one]));
  const rows = await readRows(look, seen, made);
  const crossings: Crossed[] = [];
  const rescaled: RescaledRow[] = [];
  const started: LevelRow[] = [];
  for (const row of rows) {
    const what = byId.get(idOf(row));
    if (what === undefined) continue;
    const scaled = rescale(row, what);
    if (scaled !== row) rescaled.push({ ...scaled, wasScaledAt: row.scaledAt });
    const previous = previousLook(scaled, what);
    // What is no newer than the rule says nothing about it.
    if (row.isNew === 1 && what.now.atSeconds <= row.startAt) continue;
    if (row.isNew === 1) started.push(row);
    if (previous !== null && isCrossed(scaled, previous, what.now))
      crossings.push(crossed(scaled, previous, what, prices.get(row.ticker)));
  }
  const isNewDay = lastRun === undefined || isoDate(lastRun.lookedAt) !== isoDate(nowSeconds);
  await db.batch([
    ...statementsOf(look, { seen, crossings, rescaled, started, nextAnalyses }),
    ...(isNewDay ? cleaning(look, nowSeconds) : []),
    sql(db)`REPLACE INTO alert_run VALUES (${market}, ${nowSeconds})`,
  ]);
}

async function readPrices({ source }: AlertsLook, watched: readonly Watched[]): Promise<LatestPrices> {
  const tickers = [...new Set(watched.map(({ ticker }) => ticker))];
  if (tickers.length === 0) return new Map();
  const read = await withDeadline(LOAD_DEADLINE_MS, (signal) => source.latestPrices(tickers, signal));
  return read.ok ? read.value : new Map();
}

function seenPrices(
  watched: readonly Watched[],
  prices: LatestPrices,
  nowSeconds: number,
): readonly ObservedMetric[] {
  return watched.flatMap((row): ObservedMetric[] => {
    const price = prices.get(row.ticker);
    if (price === undefined || price.asOfSeconds > nowSeconds + MAX_AHEAD_SECONDS) return [];
    const value = valueOf(row.metric, price, 1);
    if (value === null || (row.at !== null && price.asOfSeconds <= row.at)) return [];
    const now = { value, session: isoDate(price.dateSeconds), atSeconds: price.asOfSeconds };
    return [{ ...row, now, last: lastLook(row), splits: [], source: price.source }];
  });
}

/** The same in the scale of today, without listings that may have been split just now. */
async function withoutSplits(
  look: AlertsLook,
  seen: readonly ObservedMetric[],
  made: readonly LevelRow[],
  prices: LatestPrices,
  nowSeconds: number,
): Promise<readonly ObservedMetric[]> {
  const madeById = Map.groupBy(made, idOf);
  const jumping = new Set(
    seen.filter((one) => isJump(one, madeById.get(idOf(one)) ?? [])).map(({ ticker }) => ticker),
  );
  const splits = new Map<Ticker, readonly Split[]>();
  for (const ticker of nextOf([...jumping], nowSeconds)) {
    const chart = await withDeadline(LOAD_DEADLINE_MS, (signal) => look.source.stock(ticker, signal));
    if (chart.ok) splits.set(ticker, chart.value.actions?.splits ?? []);
  }
  return seen.flatMap((one) => {
    if (!jumping.has(one.ticker)) return [one];
    const known = splits.get(one.ticker);
    const price = prices.get(one.ticker);
    if (known === undefined || price === undefined) return [];
    // The close before the first session at the new count is in the old scale.
    const today = known.filter(({ date }) => date === one.now.session);
    const value = valueOf(one.metric, price, factorOf(today)) ?? one.now.value;
    const last = one.last && rescaledLook(one.last, one.metric, known);
    return [{ ...one, splits: known, last, now: { ...one.now, value } }];
  });
}

/** Picks a few tickers, different ones each minute, so that failing charts do not block the rest. */
function nextOf(tickers: readonly Ticker[], nowSeconds: number): readonly Ticker[] {
  const from = tickers.length === 0 ? 0 : Math.floor(nowSeconds / 60) % tickers.length;
  return [...tickers.slice(from), ...tickers.slice(0, from)].slice(0, CHARTS_PER_RUN);
}

/** The value of a metric at a price; `null` for one that a price does not tell. */
function valueOf(metric: AlertMetric, { price, previous }: LatestPrice, factor: number): number | null {
  if (PRICE_METRICS.includes(metric)) return price;
  if (metric !== 'day_change' || previous === null) return null;
  const change = changePercent(previous.close, price);
  // A source may or may not have rescaled the close before a split: a change that large was not.
  return factor === 1 || Math.abs(change) <= SPLIT_PERCENT
    ? change
    : changePercent(previous.close * factor, price);
}

/** Whether there may have been a split: only then is a value so far from the last one, or from a new rule's start. */
function isJump({ metric, now, last }: ObservedMetric, made: readonly LevelRow[]): boolean {
  if (metric === 'day_change') {
    const from = last?.session === now.session ? last.value : 0;
    return Math.abs(now.value - from) > SPLIT_PERCENT;
  }
  const isFar = (before: number) => Math.abs(changePercent(before, now.value)) > SPLIT_PERCENT;
  return (
    (last !== null && isFar(last.value)) ||
    made.some(({ start, scaledAt }) => (start === null ? scaledAt < now.session : isFar(start)))
  );
}

/** What takes prices over splits: 0.1 for ten new shares for one. */
function factorOf(splits: readonly Split[]): number {
  return splits.reduce((factor, { numerator, denominator }) => (factor * denominator) / numerator, 1);
}

function rescaledLook(look: Observation, metric: AlertMetric, splits: readonly Split[]): Observation {
  if (!PRICE_METRICS.includes(metric)) return look;
  return { ...look, value: look.value * factorOf(splits.filter(({ date }) => date > look.session)) };
}

/** A row as it reads after the splits since its prices were noted; the same one where there are none. */
function rescale(row: LevelRow, { metric, splits, now }: ObservedMetric): LevelRow {
  const since = splits.filter(({ date }) => date > row.scaledAt && date <= now.session);
  if (since.length === 0 || !PRICE_METRICS.includes(metric)) return row;
  const factor = factorOf(since);
  const times = (value: number | null) => value && value * factor;
  const [level, opens, start] = [times(row.level), times(row.opens), times(row.start)];
  return { ...row, level, opens, start, scaledAt: now.session };
}

/** A new row starts from its own value, any other from the last look; so does a new one about a forecast without a value. */
function previousLook(row: LevelRow, { last }: ObservedMetric): Observation | null {
  if (row.isNew === 0 || (row.start === null && forecastMetric(row.metric) !== null)) return last;
  return row.start === null ? null : { value: row.start, session: row.startSession, atSeconds: row.startAt };
}

function crossed(
  row: LevelRow,
  previous: Observation,
  { now, source }: ObservedMetric,
  latest: LatestPrice | undefined,
) {
  const { uid, rule, direction, level } = row;
  return {
    uid,
    key: alertEventKey(rule, now.session, direction),
    crossing: {
      alert: rule,
      session: now.session,
      direction,
      level,
      previous: previous.value,
      value: now.value,
      price: latest?.price ?? null,
      currency: latest?.listing.currency ?? '',
      exchange_timezone: latest?.listing.timezone ?? 'UTC',
      at: isoInstant(now.atSeconds),
      source,
    },
  };
}
