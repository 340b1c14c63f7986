/** Turns prices into observations of the metrics that follow from them, in one scale over any split. */
import { changePercent, isoDate, PRICE_METRICS, rescaledPrice, SECONDS_PER_DAY, splitFactor } from '#compute';
import type { AlertMetric, Observation, Result, Split } from '#compute';
import type { Failure } from '../failure.ts';
import type { LatestPrice, PriceSnapshot } from '../providers/market-data.ts';
import type { IndexedLevel, Observed, WatchedListing } from './check-store.ts';

/** A larger move may be a split: it waits until the listing's chart has said whether it is one. In percent. */
const SPLIT_PERCENT = 25;

/** A listing that no source has known for this long leaves the index, unless a chart still knows it. */
const UNKNOWN_SECONDS = 3 * SECONDS_PER_DAY;

/** A watched listing and its latest price; `null` if the source does not know it. */
export interface Reading {
  readonly listing: WatchedListing;
  readonly latest: LatestPrice | null;
}

export type ChartReading = Result<PriceSnapshot, Failure>;

export interface PriceObservation {
  /** The listing as the next check will find it. */
  readonly listing: WatchedListing;
  readonly observed: readonly Observed[];
  /** All splits of the listing; `null` if no chart was read. */
  readonly splits: readonly Split[] | null;
  readonly isUnknown: boolean;
}

/** Whether only a chart can tell what a reading means. `isUnscaled`: the listing has rules from before its last session. */
export function needsChart({ listing, latest }: Reading, isUnscaled: boolean, nowSeconds: number): boolean {
  if (latest === null) return nowSeconds - listing.knownAt >= UNKNOWN_SECONDS;
  return isNews(listing, latest, nowSeconds) && (isUnscaled || mayBeSplit(listing, latest));
}

/** What a reading says, with its chart if that was read. A price that may be in another scale says nothing without one. */
export function observePrice(
  { listing, latest }: Reading,
  chart: ChartReading | undefined,
  nowSeconds: number,
): PriceObservation {
  const asked = {
    ...listing,
    askedAt: nowSeconds,
    knownAt: latest !== null || chart?.ok ? nowSeconds : listing.knownAt,
    chartAt: chart ? nowSeconds : listing.chartAt,
  };
  const nothing = { listing: asked, observed: [], splits: null };
  if (latest === null) {
    return { ...nothing, isUnknown: chart?.ok === false && chart.error.reason === 'unknown_symbol' };
  }
  const isClear = chart?.ok === true || !mayBeSplit(listing, latest);
  if (!isNews(listing, latest, nowSeconds) || !isClear) return { ...nothing, isUnknown: false };
  const snapshot = chart?.ok ? chart.value : null;
  const splits = snapshot && (snapshot.actions?.splits ?? []);
  const session = sessionOf(latest);
  const after = {
    ...asked,
    price: latest.price,
    priceSession: session,
    priceAt: Math.floor(latest.asOfSeconds),
    previousSession: latest.previous && isoDate(latest.previous.dateSeconds),
    // A batch may state the close before a split in the old scale.
    previousClose: (snapshot && closeBefore(snapshot, latest)) ?? latest.previous?.close ?? null,
  };
  const factor = factorOf(splits ?? [], listing.priceSession ?? session, session);
  const before = { ...listing, price: listing.price && rescaledPrice(listing.price, factor) };
  const observed = ([...PRICE_METRICS, 'day_change'] as const).flatMap((metric): readonly Observed[] => {
    const now = observationOf(after, metric);
    // The day's change has no scale.
    const last = observationOf(metric === 'day_change' ? listing : before, metric);
    const { ticker } = listing;
    const { source } = latest;
    return now ? [{ ticker, metric, now, before: last, source, areSplitsKnown: splits !== null }] : [];
  });
  return { listing: after, observed, splits, isUnknown: false };
}

/** Whether a price is newer than the last one. One from ahead of our clock waits until we get there. */
function isNews(
  { priceAt }: WatchedListing,
  { asOfSeconds, isDatedAhead = false }: LatestPrice,
  nowSeconds: number,
): boolean {
  if (isDatedAhead || Math.floor(asOfSeconds) > nowSeconds) return false;
  return priceAt === null || Math.floor(asOfSeconds) > priceAt;
}

/** Whether there may have been a split since the last observation: a close that is stated differently now, or a large move. */
function mayBeSplit(listing: WatchedListing, latest: LatestPrice): boolean {
  const { price, priceSession, previousSession, previousClose } = listing;
  const lastChange = priceSession === sessionOf(latest) ? (dayChange(listing) ?? 0) : 0;
  const change = dayChange({ price: latest.price, previousClose: latest.previous?.close ?? null }) ?? 0;
  if (Math.abs(change - lastChange) > SPLIT_PERCENT) return true;
  if (price === null) return false;
  if (Math.abs(changePercent(price, latest.price)) > SPLIT_PERCENT) return true;
  if (previousSession === null || previousClose === null) return false;
  const stated = latest.closes.find(({ dateSeconds }) => isoDate(dateSeconds) === previousSession);
  return stated === undefined || splitFactor(previousClose, stated.close) !== 1;
}

/** A level as it reads after the splits since its prices were noted; the same one if there were none. */
export function rescaledLevel(level: IndexedLevel, splits: readonly Split[], session: string): IndexedLevel {
  const factor = factorOf(splits, level.scaleSession, session);
  if (factor === 1 || !PRICE_METRICS.includes(level.metric)) return level;
  const scaled = (value: number | null) => value && rescaledPrice(value, factor);
  return {
    ...level,
    level: scaled(level.level),
    opens: scaled(level.opens),
    start: { ...level.start, value: scaled(level.start.value) },
    scaleSession: session,
  };
}

/** What brings prices over the splits after a session, up to another one: 0.1 for ten new shares for one. */
function factorOf(splits: readonly Split[], after: string, upTo: string): number {
  return splits
    .filter(({ date }) => date > after && date <= upTo)
    .reduce((factor, { numerator, denominator }) => (factor * denominator) / numerator, 1);
}

function observationOf(
  { price, previousClose, priceSession: session, priceAt: atSeconds }: WatchedListing,
  metric: AlertMetric,
): Observation | null {
  const value = metric === 'day_change' ? dayChange({ price, previousClose }) : price;
  return value === null || session === null || atSeconds === null ? null : { value, session, atSeconds };
}

function dayChange({ price, previousClose }: Pick<WatchedListing, 'price' | 'previousClose'>): number | null {
  return price === null || previousClose === null ? null : changePercent(previousClose, price);
}

function sessionOf({ dateSeconds }: LatestPrice): string {
  return isoDate(dateSeconds);
}

function closeBefore({ candles }: PriceSnapshot, { dateSeconds }: LatestPrice): number | undefined {
  return candles.close[candles.time.findLastIndex((time) => time < dateSeconds)];
}
