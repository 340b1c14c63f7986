/** A vendor's dividends and splits, checked row by row and then against the prices. */
import { barOnDate, isoDate, quantisePrice, SECONDS_PER_DAY, sliceCandles, zonedDate } from '#compute';
import type { Candles, CorporateActions, Dividend, Split, Ticker } from '#compute';
import * as v from 'valibot';
import type { Listing } from '../market-data.ts';
import { isPriceInRange, rowsSchema, shareCountSchema, statedPriceSchema, timeSchema } from '../plausible.ts';
import { countText, factorStep, PRICES, unitCorrections, type UnitPair } from './units.ts';

/** Enough for five years of weekly payments, which are 260. If there are more, the oldest are left out. */
const MAX_EVENTS = 400;

/** A ratio beyond this is a wrong unit: no share that keeps trading is split or merged by that much. Candor's estimate. */
const MAX_RATIO = 10_000;

/** A dividend above this share of the price must show in the price. */
const LARGE_DIVIDEND = 0.1;
/** A dividend below this share of the price must be in another unit than the price. */
const LEAST_DIVIDEND = 0.0005;

const tableSchema = v.nullish(v.record(v.string(), v.unknown()), {});
const eventsSchema = v.nullish(v.object({ dividends: tableSchema, splits: tableSchema }), {});

/** Decodes a chart's `events`; `null` if malformed. Implausible and repeated rows are logged and dropped, never the prices. */
export function decodeActions(
  events: unknown,
  { symbol, timezone }: Pick<Listing, 'symbol' | 'timezone'>,
  nowSeconds: number,
): CorporateActions | null {
  const parsed = v.safeParse(eventsSchema, events);
  if (!parsed.success) {
    logDropped(symbol, 'all');
    return null;
  }
  const date = v.pipe(
    timeSchema(nowSeconds),
    v.transform((seconds) => isoDate(zonedDate(seconds, timezone)) as string),
  );
  // `reconcile` checks the amount against the prices.
  const dividend = v.object({ date, amount: statedPriceSchema });
  const split = v.pipe(
    v.object({ date, numerator: shareCountSchema, denominator: shareCountSchema }),
    v.check(({ numerator, denominator }) => {
      const ratio = numerator / denominator;
      return ratio !== 1 && ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO;
    }),
  );
  const stated = parsed.output;
  const dividends = eventsOf(dividend, stated.dividends);
  const splits = eventsOf(split, stated.splits);
  const rows = [stated.dividends, stated.splits].flatMap(Object.values).length;
  logDropped(symbol, rows - dividends.length - splits.length);
  return { dividends, splits };
}

function eventsOf<Row extends { readonly date: string }>(
  schema: v.GenericSchema<unknown, Row>,
  table: Readonly<Record<string, unknown>>,
): readonly Row[] {
  const readable = v.parse(rowsSchema(schema), Object.values(table));
  const byDate = new Map(readable.toReversed().map((row) => [row.date, row]));
  return [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_EVENTS);
}

/** Checks a supposedly split-adjusted history. Dividends in another unit are converted; unconfirmed ones are dropped. */
export function reconcile(
  stated: Candles,
  actions: CorporateActions,
  symbol: Ticker,
  units: UnitPair | null = null,
) {
  const adjusted = adjustedForSplits(stated, actions);
  if (adjusted === null) return null;
  const { candles, dividends: before } = adjusted;
  const inUnit = before.map((dividend) => inPriceUnit(dividend, candles, units));
  const changes = inUnit.map(({ amount }, row) => amount - (before[row]?.amount ?? 0));
  const corrections = units === null ? [] : unitCorrections('dividend', changes, units);
  const dividends = inUnit.filter((dividend) => isConfirmed(dividend, candles));
  logDropped(symbol, before.length - dividends.length);
  return {
    candles,
    actions: { ...actions, dividends },
    corrections: [...adjusted.corrections, ...corrections],
  };
}

/** Whether the price confirms a large dividend. Adding back one in another unit than the price would invent a move. */
function isConfirmed({ date, amount }: Dividend, { time, close }: Candles): boolean {
  const bar = barOnDate(time, date);
  if (bar === 0) return true;
  const before = close[bar - 1] ?? NaN;
  const share = amount / before;
  const fall = 1 - (close[bar] ?? NaN) / before;
  return share <= LARGE_DIVIDEND || (share < 1 && fall >= share / 2);
}

/** Converts a dividend to the price's unit if the stated amount is far too small, or too large and not confirmed. */
function inPriceUnit(dividend: Dividend, candles: Candles, units: UnitPair | null): Dividend {
  const before = candles.close[barOnDate(candles.time, dividend.date) - 1];
  if (units === null || before === undefined) return dividend;
  const share = dividend.amount / before;
  const isTooLarge = share > LARGE_DIVIDEND && !isConfirmed(dividend, candles);
  const ratio = isTooLarge ? 1 / units.factor : share < LEAST_DIVIDEND ? units.factor : 1;
  const isUsual = share * ratio >= LEAST_DIVIDEND && share * ratio <= LARGE_DIVIDEND;
  return isUsual && ratio !== 1 ? { ...dividend, amount: quantisePrice(dividend.amount * ratio) } : dividend;
}

function logDropped(symbol: Ticker, rows: number | 'all'): void {
  if (rows === 0) return;
  console.warn(JSON.stringify({ event: 'bad_corporate_action', ticker: symbol, rows }));
}

/** A ratio closer to 1 than this cannot be told from a day's move. */
const LEAST_LOG_RATIO = Math.log(4 / 3);
/** Only a change in the number of shares cuts a price to a fifth in a day. Candor's estimate. */
const CERTAIN_LOG_RATIO = Math.log(5);
/** How far a jump in the price may differ from the split's ratio, as a share of it. */
const TOLERANCE = 1 / 3;
/** A vendor's prices may jump this many sessions before or after the stated date. */
const SLACK_SESSIONS = 7;

/** Maximum run of rows left out of an adjustment, or adjusted twice. Candor's estimate. */
const MAX_STRAY_ROWS = 5;
const LEAST_STRAY_RATIO = 2;
/** A price that really doubles for a day comes with more trading than this, in usual volumes. Candor's estimate. */
const MAX_STRAY_VOLUME = 3;

/** Candles and dividends, which are corrected in place. */
interface History {
  readonly candles: Candles;
  readonly dividends: { readonly date: string; amount: number }[];
}

/** The bars `[from, to)` and the ratio by which their prices are off. */
interface BarRange {
  readonly from: number;
  readonly to: number;
  readonly ratio: number;
}

/** All prices after all splits, and the `corrections` in words; `null` if the response mixes prices from before and after one. */
function adjustedForSplits(stated: Candles, { dividends, splits }: CorporateActions) {
  const history: History = structuredClone({ candles: stated, dividends: [...dividends] });
  const corrections: string[] = [];
  for (const split of splits) {
    const before = history.candles.close.slice();
    if (!undoJumps(history, split)) return null;
    undoStrays(history, split);
    const rows = history.candles.close.filter((price, bar) => price !== before[bar]).length;
    const ratio = `${split.numerator}:${split.denominator}`;
    if (rows > 0) corrections.push(`${countText(rows, 'row')} adjusted for a ${ratio} split`);
  }
  return { candles: sinceInRange(history.candles), dividends: history.dividends, corrections };
}

/** The bars after the last one with adjusted prices out of range: serial reverse splits inflate old prices beyond any range. */
function sinceInRange(candles: Candles): Candles {
  const lastOut = [candles.high, candles.low].map((column) =>
    column.findLastIndex((price) => !isPriceInRange(price)),
  );
  return sliceCandles(candles, 1 + Math.max(...lastOut));
}

/** Adjusts the bars before a jump by the split's ratio near its date. False if only the last bar differs. */
function undoJumps(history: History, { date, numerator, denominator }: Split): boolean {
  const { time, close } = history.candles;
  const ratio = numerator / denominator;
  const logRatio = Math.log(ratio);
  if (Math.abs(logRatio) < LEAST_LOG_RATIO) return true;
  const last = time.length - 1;
  const onDate = barOnDate(time, date);
  const daysAfter = (Date.parse(date) / 1000 - (time[last] ?? 0)) / SECONDS_PER_DAY;
  if (daysAfter > SLACK_SESSIONS) return true;
  const until = Math.min(onDate + SLACK_SESSIONS, last);
  /** The bar of a jump in the wrong direction that no later jump has reversed yet. */
  let backwards: number | null = null;
  for (let bar = Math.max(1, onDate - SLACK_SESSIONS); bar <= until; bar++) {
    const step = factorStep(close[bar - 1] ?? NaN, close[bar] ?? NaN, ratio, TOLERANCE * Math.abs(logRatio));
    if (step === 1) backwards ??= bar;
    if (step !== -1) continue;
    // Either nothing was adjusted, or everything but the days since the wrong jump was.
    divide(history, { from: backwards ?? 0, to: bar, ratio });
    backwards = null;
  }
  if (backwards === null) return true;
  // Adjusted twice. After a reverse split, however, a fall may be real: a special dividend, or new shares.
  const isAdjustedTwice = logRatio > 0 || logRatio <= -CERTAIN_LOG_RATIO;
  if (isAdjustedTwice) divide(history, { from: 0, to: backwards, ratio: 1 / ratio });
  return isAdjustedTwice || backwards !== last || onDate < last;
}

/** Corrects the few rows before a split that stand out from both neighbours by its ratio. */
function undoStrays(history: History, { date, numerator, denominator }: Split): void {
  const factor = Math.max(numerator / denominator, denominator / numerator);
  if (factor < LEAST_STRAY_RATIO) return;
  const { time, close } = history.candles;
  const last = Math.min(barOnDate(time, date), time.length - 1);
  const stepAt = (bar: number) => factorStep(close[bar - 1] ?? NaN, close[bar] ?? NaN, factor);
  for (let from = 1; from < last; from++) {
    const rose = stepAt(from);
    if (rose === 0) continue;
    for (let to = from + 1; to <= Math.min(from + MAX_STRAY_ROWS, last); to++) {
      const range = { from, to, ratio: factor ** rose };
      if (stepAt(to) !== -rose || !standsOut(history.candles, range)) continue;
      divide(history, range);
      break;
    }
  }
}

/** Whether the bars `[from, to)` share no price with their neighbours and lack the trading of a real jump. */
function standsOut({ high, low, volume }: Candles, { from, to, ratio }: BarRange): boolean {
  const beside = [from - 1, to];
  const highest = Math.max(...high.subarray(from, to));
  const lowest = Math.min(...low.subarray(from, to));
  const isApart =
    ratio > 1
      ? lowest > Math.max(...beside.map((bar) => high[bar] ?? Infinity))
      : highest < Math.min(...beside.map((bar) => low[bar] ?? 0));
  const usual = beside.reduce((sum, bar) => sum + (volume[bar] ?? 0), 0) / 2;
  const traded = Math.max(...volume.subarray(from, to)) * Math.min(1, ratio);
  return isApart && traded <= MAX_STRAY_VOLUME * usual;
}

function divide({ candles, dividends }: History, { from, to, ratio }: BarRange): void {
  for (const name of PRICES) {
    const prices = candles[name].subarray(from, to);
    prices.set(prices.map((price) => quantisePrice(price / ratio)));
  }
  const volumes = candles.volume.subarray(from, to);
  volumes.set(volumes.map((volume) => Math.round(volume * ratio)));
  for (const dividend of dividends) {
    const bar = barOnDate(candles.time, dividend.date);
    if (bar >= from && bar < to) dividend.amount = quantisePrice(dividend.amount / ratio);
  }
}
