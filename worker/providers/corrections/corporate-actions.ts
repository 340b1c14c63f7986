/** A vendor's dividends and splits, checked row by row and then against the prices. */
import { barOnDate, isoDate, quantisePrice, zonedDate } from '#compute';
import type { Candles, CorporateActions, Dividend, Ticker } from '#compute';
import * as v from 'valibot';
import type { Listing } from '../market-data.ts';
import { rowsSchema, shareCountSchema, statedPriceSchema, timeSchema } from '../plausible.ts';
import { adjustedForSplits } from './splits.ts';
import { unitCorrections, type UnitPair } from './units.ts';

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
