/** Dividends and splits as a vendor lists them: checked row by row, then against the prices. */
import { barOnDate, isoDate, quantisePrice, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { Candles, CorporateActions, Dividend, Split, Ticker } from '#compute';
import * as v from 'valibot';
import { dividendAmountSchema, shareCountSchema, timeSchema } from './plausible.ts';

/** Weekly payments over five years are 260; the oldest beyond this are left out. */
const MAX_EVENTS = 400;

/** A ratio nearer to 1 cannot be told from a day's move. */
const LEAST_LOG_RATIO = Math.log(4 / 3);
/** No share falls to a fifth in a day for another reason than its count. Ours. */
const CERTAIN_LOG_RATIO = Math.log(5);
/** How far a step may be from the split's own, as a share of it. */
const TOLERANCE = 1 / 3;
/** A vendor's prices may step this many sessions before or after the date that it states. */
const SLACK_SESSIONS = 7;

/** Share of the price from which on a dividend has to show in it. */
const LARGE_DIVIDEND = 0.1;

const tableSchema = v.nullish(v.record(v.string(), v.unknown()), {});
const eventsSchema = v.nullish(v.object({ dividends: tableSchema, splits: tableSchema }), {
  dividends: {},
  splits: {},
});

/** Which listing, where, and when asked. */
interface Asked {
  readonly symbol: Ticker;
  readonly timezone: string;
  readonly nowSeconds: number;
}

/**
 * Decodes the `events` of a chart answer; `null` when they have another form. A row that is not plausible, or of a date that
 * another row has, is dropped and logged. It never costs the prices.
 */
export function decodeActions(
  events: unknown,
  { symbol, timezone, nowSeconds }: Asked,
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
    v.check(({ numerator, denominator }) => numerator !== denominator),
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
  const byDate = new Map<string, Row>();
  for (const entry of entries) {
    const row = v.safeParse(schema, entry);
    if (row.success && !byDate.has(row.output.date)) byDate.set(row.output.date, row.output);
  }
  const rows = [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_EVENTS);
  return { rows, dropped: entries.length - rows.length };
}

/** Candles and what happened to their shares, in agreement. */
export interface Reconciled {
  readonly candles: Candles;
  readonly actions: CorporateActions;
}

/**
 * Checks a history that should be split-adjusted against its events. Where prices step by a split's ratio near its date,
 * those before the step are brought to the count of shares after it, their volumes and dividends too. A dividend that the
 * price does not bear out is dropped and logged. `null` when the last bar alone is at another count: such an answer
 * mixes prices of before and after a split.
 */
export function reconcile(candles: Candles, actions: CorporateActions, symbol: Ticker): Reconciled | null {
  let mended: Reconciled | null = { candles, actions };
  for (const split of actions.splits) {
    mended = withSplit(mended, split);
    if (mended === null) return null;
  }
  const { dividends: stated } = mended.actions;
  const dividends = stated.filter((dividend) => isBorneOut(dividend, mended.candles));
  const dropped = stated.length - dividends.length;
  if (dropped > 0) logDropped(symbol, dropped);
  return { candles: mended.candles, actions: { ...mended.actions, dividends } };
}

/**
 * Whether the price agrees. Of a large dividend it has to fall by half of it or more: vendors state pence as pounds, and
 * added back such an amount would be a move that never was.
 */
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
  /** A step the wrong way that no other one has taken back yet. */
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
    // Not adjusted at all, or for some days only: those since the step the wrong way.
    mended = divided(mended, { from: backwards ?? 0, to: bar, ratio });
    backwards = null;
  }
  if (backwards === null) return mended;
  // Adjusted twice. But after a reverse split a fall may be real: a special dividend that comes with it, new shares.
  if (logRatio > 0 || logRatio <= -CERTAIN_LOG_RATIO) {
    return divided(mended, { from: 0, to: backwards, ratio: 1 / ratio });
  }
  return backwards === last && onDate >= last ? null : mended;
}

/** Prices and dividends of the bars `[from, to)` divided by a ratio, volumes multiplied. */
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
