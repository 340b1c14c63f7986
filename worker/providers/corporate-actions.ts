/** A vendor's dividends and splits, checked row by row and then against the prices. */
import { barOnDate, isoDate, quantisePrice, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { Candles, CorporateActions, Dividend, Split, Ticker } from '#compute';
import * as v from 'valibot';
import type { Listing } from './market-data.ts';
import {
  dividendAmountSchema,
  isPriceInRange,
  rowsSchema,
  shareCountSchema,
  timeSchema,
} from './plausible.ts';

/** Enough for five years of weekly payments, which are 260. If there are more, the oldest are left out. */
const MAX_EVENTS = 400;

/** A ratio beyond this is a wrong unit: no share that keeps trading is split or merged by that much. Candor's estimate. */
const MAX_RATIO = 10_000;

/** A ratio closer to 1 than this cannot be told from a day's move. */
const LEAST_LOG_RATIO = Math.log(4 / 3);
/** Only a change in the number of shares cuts a price to a fifth in a day. Candor's estimate. */
const CERTAIN_LOG_RATIO = Math.log(5);
/** How far a jump in the price may differ from the split's ratio, as a share of it. */
const TOLERANCE = 1 / 3;
/** A vendor's prices may jump this many sessions before or after the stated date. */
const SLACK_SESSIONS = 7;

/** A dividend above this share of the price must show in the price. */
const LARGE_DIVIDEND = 0.1;

const tableSchema = v.nullish(v.record(v.string(), v.unknown()), {});
const eventsSchema = v.nullish(v.object({ dividends: tableSchema, splits: tableSchema }), {
  dividends: {},
  splits: {},
});

/**
 * Decodes a chart response's `events`; `null` if they are malformed. Implausible rows, and further rows for the same date, are
 * dropped and logged. This never loses prices.
 */
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
  const dividend = v.object({ date, amount: dividendAmountSchema });
  const split = v.pipe(
    v.object({ date, numerator: shareCountSchema, denominator: shareCountSchema }),
    v.check(({ numerator, denominator }) => {
      const ratio = numerator / denominator;
      return ratio !== 1 && ratio <= MAX_RATIO && ratio >= 1 / MAX_RATIO;
    }),
  );
  const dividends = rowsOf(dividend, parsed.output.dividends);
  const splits = rowsOf(split, parsed.output.splits);
  const dropped = dividends.dropped + splits.dropped;
  if (dropped > 0) logDropped(symbol, dropped);
  return { dividends: dividends.rows, splits: splits.rows };
}

function rowsOf<Row extends { readonly date: string }>(
  schema: v.GenericSchema<unknown, Row>,
  table: Readonly<Record<string, unknown>>,
): { readonly rows: readonly Row[]; readonly dropped: number } {
  const entries = Object.values(table);
  const readable = v.parse(rowsSchema(schema), entries);
  const byDate = new Map(readable.toReversed().map((row) => [row.date, row]));
  const rows = [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_EVENTS);
  return { rows, dropped: entries.length - rows.length };
}

/** Candles with the corporate actions that agree with them. */
interface Reconciled {
  readonly candles: Candles;
  readonly actions: CorporateActions;
}

/**
 * Checks a supposedly split-adjusted history against its events. If prices jump by a split's ratio near its date, the prices,
 * volumes and dividends before the jump are adjusted. Dividends that the price does not confirm are dropped and logged. `null`
 * if only the last bar differs, because the response then mixes prices from before and after a split, and if an adjusted price
 * is out of range.
 */
export function reconcile(candles: Candles, actions: CorporateActions, symbol: Ticker): Reconciled | null {
  let mended: Reconciled | null = { candles, actions };
  for (const split of actions.splits) {
    mended = withSplit(mended, split);
    if (mended === null) return null;
  }
  const { high, low } = mended.candles;
  if (!high.every(isPriceInRange) || !low.every(isPriceInRange)) return null;
  const { dividends: stated } = mended.actions;
  const dividends = stated.filter((dividend) => isBorneOut(dividend, mended.candles));
  const dropped = stated.length - dividends.length;
  if (dropped > 0) logDropped(symbol, dropped);
  return { candles: mended.candles, actions: { ...mended.actions, dividends } };
}

/** Whether the price confirms a large dividend. Some vendors state pence as pounds, and adding those back would invent a move. */
function isBorneOut({ date, amount }: Dividend, { time, close }: Candles): boolean {
  const bar = barOnDate(time, date);
  if (bar === 0) return true;
  const before = close[bar - 1] ?? NaN;
  const share = amount / before;
  const fall = 1 - (close[bar] ?? NaN) / before;
  return share <= LARGE_DIVIDEND || (share < 1 && fall >= share / 2);
}

function withSplit(history: Reconciled, { date, numerator, denominator }: Split): Reconciled | null {
  const ratio = numerator / denominator;
  const logRatio = Math.log(ratio);
  if (Math.abs(logRatio) < LEAST_LOG_RATIO) return history;
  const { time } = history.candles;
  const last = time.length - 1;
  const onDate = barOnDate(time, date);
  const daysAfter = (Date.parse(date) / 1000 - (time[last] ?? 0)) / SECONDS_PER_DAY;
  if (daysAfter > SLACK_SESSIONS) return history;
  let mended = history;
  /** The bar of a jump in the wrong direction that no later jump has reversed yet. */
  let backwards: number | null = null;
  for (
    let bar = Math.max(1, onDate - SLACK_SESSIONS);
    bar <= Math.min(onDate + SLACK_SESSIONS, last);
    bar++
  ) {
    const { close } = mended.candles;
    const steps = Math.log((close[bar - 1] ?? NaN) / (close[bar] ?? NaN)) / logRatio;
    if (Math.abs(steps + 1) < TOLERANCE) backwards ??= bar;
    if (Math.abs(steps - 1) >= TOLERANCE) continue;
    // Either nothing was adjusted, or everything but the days since the wrong jump was.
    mended = divided(mended, { from: backwards ?? 0, to: bar, ratio });
    backwards = null;
  }
  if (backwards === null) return mended;
  // Adjusted twice. After a reverse split, however, a fall may be real: a special dividend, or new shares.
  if (logRatio > 0 || logRatio <= -CERTAIN_LOG_RATIO) {
    return divided(mended, { from: 0, to: backwards, ratio: 1 / ratio });
  }
  return backwards === last && onDate >= last ? null : mended;
}

/** Divides the prices and dividends of the bars `[from, to)` by a ratio and multiplies their volumes. */
function divided(
  { candles, actions }: Reconciled,
  { from, to, ratio }: { readonly from: number; readonly to: number; readonly ratio: number },
): Reconciled {
  const isInside = (bar: number): boolean => bar >= from && bar < to;
  const prices = (column: Float64Array): Float64Array =>
    column.map((price, bar) => (isInside(bar) ? quantisePrice(price / ratio) : price));
  const { time, open, high, low, close, volume } = candles;
  return {
    candles: {
      time,
      open: prices(open),
      high: prices(high),
      low: prices(low),
      close: prices(close),
      volume: volume.map((traded, bar) => (isInside(bar) ? Math.round(traded * ratio) : traded)),
    },
    actions: {
      ...actions,
      dividends: actions.dividends.map(({ date, amount }) => ({
        date,
        amount: isInside(barOnDate(time, date)) ? quantisePrice(amount / ratio) : amount,
      })),
    },
  };
}

function logDropped(symbol: Ticker, rows: number | 'all'): void {
  console.warn(JSON.stringify({ event: 'bad_corporate_action', ticker: symbol, rows }));
}
