/** Turns prices into observations, in one scale across splits. */
import { changePercent, isoDate, rescaledPrice, SECONDS_PER_DAY, splitFactor, type Split } from '#compute';
import { PRICE_METRICS, type AlertMetric, type Observation } from '../contract/contract.ts';
import { priceOf } from '../contract/snapshot-codec.ts';
import type { Outcome } from '../failure.ts';
import type { LatestPrice, PriceSnapshot } from '../providers/market-data.ts';
import { seenAfter, type IndexedLevel, type Observed, type WatchedListing } from './check-store.ts';

/** A larger move, in percent, may be a split. It is not compared before the listing's chart shows whether it is one. */
const SPLIT_PERCENT = 25;

/** A listing that no source has known for this long leaves the index, unless a chart still knows it. */
const UNKNOWN_SECONDS = 3 * SECONDS_PER_DAY;

/** A watched listing and its latest price; `null` if the source does not know it. */
export interface Reading {
  readonly listing: WatchedListing;
  readonly latest: LatestPrice | null;
}

/** Whether a reading needs the listing's chart. `isUnscaled`: the listing has rules from before its last session. */
export function needsChart(reading: Reading, isUnscaled: boolean, nowSeconds: number): boolean {
  const { listing, latest } = reading;
  if (latest === null) return nowSeconds - listing.knownAt >= UNKNOWN_SECONDS;
  return isNews(listing, latest, nowSeconds) && (isUnscaled || mayBeSplit(listing, latest));
}

/** The observations that follow from a reading and its chart, if that was read. A price in a doubtful scale gives none without it. */
export function observePrice(
  { listing, latest }: Reading,
  chart: Outcome<PriceSnapshot> | undefined,
  nowSeconds: number,
) {
  const { ticker, seen } = listing;
  const snapshot = chart?.ok ? chart.value : null;
  const asked = {
    ...listing,
    askedAt: nowSeconds,
    knownAt: latest !== null || snapshot !== null ? nowSeconds : listing.knownAt,
    chartAt: chart ? nowSeconds : listing.chartAt,
  };
  const isUnknown = latest === null && chart?.ok === false && chart.error.reason === 'unknown_symbol';
  const isClear = latest !== null && (snapshot !== null || !mayBeSplit(listing, latest));
  if (!isClear || !isNews(listing, latest, nowSeconds)) return { listing: asked, observed: [], isUnknown };

  const { source, candles } = latest;
  const price = priceOf(latest);
  const [date = 0, yesterday] = candles.time.toReversed();
  const session = isoDate(date);
  const atSeconds = Math.floor(latest.asOfSeconds);
  const splits = snapshot && (snapshot.actions?.splits ?? []);
  // A batch may state the close before a split in the old scale.
  const lastBar = snapshot?.candles.time.findLastIndex((time) => time < date) ?? -1;
  const close = snapshot?.candles.close[lastBar] ?? candles.close.at(-2) ?? null;
  const change = close === null ? null : changePercent(close, price);
  const factor = factorOf(splits ?? [], seen.price?.session ?? session, session);
  const lastPrice = seen.price ? { ...seen.price, value: rescaledPrice(seen.price.value, factor) } : null;
  const observe = (metric: AlertMetric, value: number, before: Observation | null): Observed => {
    return { ticker, metric, source, splits, before, now: { value, session, atSeconds } };
  };
  const previous = yesterday && close !== null ? { previous: { session: isoDate(yesterday), close } } : {};
  const observed = PRICE_METRICS.map((metric) => observe(metric, price, lastPrice));
  if (change !== null) observed.push(observe('day_change', change, seen.day_change ?? null));
  return { listing: { ...asked, seen: seenAfter({ ...seen, ...previous }, observed) }, observed, isUnknown };
}

/** Whether a price is newer than the last one. A price dated in the future does not count yet. */
function isNews({ seen }: WatchedListing, latest: LatestPrice, nowSeconds: number): boolean {
  const atSeconds = Math.floor(latest.asOfSeconds);
  return latest.isDatedAhead !== true && atSeconds <= nowSeconds && atSeconds > (seen.price?.atSeconds ?? 0);
}

/** Whether there may have been a split since the last observation: the previous close has changed, or the price moved far. */
function mayBeSplit({ seen }: WatchedListing, { candles: { time, close: closes } }: LatestPrice): boolean {
  const [price = NaN, previous] = closes.toReversed();
  const change = previous ? changePercent(previous, price) : 0;
  const lastChange = seen.day_change?.session === isoDate(time.at(-1) ?? 0) ? seen.day_change.value : 0;
  const move = seen.price ? changePercent(seen.price.value, price) : 0;
  if (Math.abs(change - lastChange) > SPLIT_PERCENT || Math.abs(move) > SPLIT_PERCENT) return true;
  if (!seen.previous) return false;
  const { session, close } = seen.previous;
  const stated = closes[time.findLastIndex((date) => isoDate(date) === session)];
  return stated === undefined || splitFactor(close, stated) !== 1;
}

/** A level in the scale of a session, after the splits since its own. Returns the same object if there were none. */
export function rescaledLevel(level: IndexedLevel, splits: readonly Split[], session: string): IndexedLevel {
  const factor = factorOf(splits, level.scaleSession, session);
  if (factor === 1 || !PRICE_METRICS.includes(level.metric)) return level;
  const scaled = (value: number | null) => value && rescaledPrice(value, factor);
  return {
    ...level,
    level: scaled(level.level),
    opens: scaled(level.opens),
    start: scaled(level.start),
    scaleSession: session,
  };
}

/** The factor for prices across the splits after one session and up to another: 0.1 for ten new shares for one. */
function factorOf(splits: readonly Split[], after: string, upTo: string): number {
  return splits
    .filter(({ date }) => date > after && date <= upTo)
    .reduce((factor, { numerator, denominator }) => (factor * denominator) / numerator, 1);
}
