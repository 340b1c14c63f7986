/**
 * Corrects histories that a vendor adjusted wrongly for a split: not at all, on the wrong day, for all but a few bars, or
 * twice.
 */
import { barOnDate, quantisePrice, SECONDS_PER_DAY, sliceCandles } from '#compute';
import type { Candles, CorporateActions, Split } from '#compute';
import { isPriceInRange } from './plausible.ts';
import { countText, unitStep } from './unit-corrections.ts';

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

/** Candles and their corporate actions. */
interface History {
  readonly candles: Candles;
  readonly actions: CorporateActions;
}

/**
 * A history with all prices after all splits. If prices jump by a split's ratio near its date, the prices, volumes and
 * dividends before the jump are adjusted; so are a few earlier rows that stand out by the ratio. `corrections` has the corrections,
 * in words. `null` if only the last bar differs, because the response then mixes prices from before and after the split.
 */
export function adjustedForSplits(
  history: History,
): (History & { readonly corrections: readonly string[] }) | null {
  let adjusted = history;
  const corrections: string[] = [];
  for (const split of history.actions.splits) {
    const whole = withSplit(adjusted, split);
    if (whole === null) return null;
    const { close: before } = adjusted.candles;
    adjusted = withoutStrays(whole, split);
    const { close } = adjusted.candles;
    const rows = before.filter((price, bar) => price !== close[bar]).length;
    const ratio = `${split.numerator}:${split.denominator}`;
    if (rows > 0) corrections.push(`${countText(rows, 'row')} adjusted for a ${ratio} split`);
  }
  return { ...adjusted, candles: sinceInRange(adjusted.candles), corrections };
}

/** The bars after the last one with adjusted prices out of range: serial reverse splits inflate old prices beyond any range. */
function sinceInRange(candles: Candles): Candles {
  const lastOut = [candles.high, candles.low].map((column) =>
    column.findLastIndex((price) => !isPriceInRange(price)),
  );
  const from = 1 + Math.max(...lastOut);
  return from === 0 ? candles : sliceCandles(candles, from);
}

/** Corrects the few rows before a split that stand out from both neighbours by its ratio. */
function withoutStrays(history: History, { date, numerator, denominator }: Split): History {
  const factor = Math.max(numerator / denominator, denominator / numerator);
  if (factor < LEAST_STRAY_RATIO) return history;
  const last = Math.min(barOnDate(history.candles.time, date), history.candles.time.length - 1);
  let corrected = history;
  const stepAt = (bar: number) => {
    const { close } = corrected.candles;
    return unitStep(close[bar - 1] ?? NaN, close[bar] ?? NaN, { factor });
  };
  for (let from = 1; from < last; from++) {
    const rose = stepAt(from);
    if (rose === 0) continue;
    for (let to = from + 1; to <= Math.min(from + MAX_STRAY_ROWS, last); to++) {
      const ratio = factor ** rose;
      if (stepAt(to) !== -rose || !standsOut(corrected.candles, { from, to, ratio })) continue;
      corrected = divided(corrected, { from, to, ratio });
      break;
    }
  }
  return corrected;
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

function withSplit(history: History, { date, numerator, denominator }: Split): History | null {
  const ratio = numerator / denominator;
  const logRatio = Math.log(ratio);
  if (Math.abs(logRatio) < LEAST_LOG_RATIO) return history;
  const { time } = history.candles;
  const last = time.length - 1;
  const onDate = barOnDate(time, date);
  const daysAfter = (Date.parse(date) / 1000 - (time[last] ?? 0)) / SECONDS_PER_DAY;
  if (daysAfter > SLACK_SESSIONS) return history;
  let corrected = history;
  /** The bar of a jump in the wrong direction that no later jump has reversed yet. */
  let backwards: number | null = null;
  for (
    let bar = Math.max(1, onDate - SLACK_SESSIONS);
    bar <= Math.min(onDate + SLACK_SESSIONS, last);
    bar++
  ) {
    const { close } = corrected.candles;
    const steps = Math.log((close[bar - 1] ?? NaN) / (close[bar] ?? NaN)) / logRatio;
    if (Math.abs(steps + 1) < TOLERANCE) backwards ??= bar;
    if (Math.abs(steps - 1) >= TOLERANCE) continue;
    // Either nothing was adjusted, or everything but the days since the wrong jump was.
    corrected = divided(corrected, { from: backwards ?? 0, to: bar, ratio });
    backwards = null;
  }
  if (backwards === null) return corrected;
  // Adjusted twice. After a reverse split, however, a fall may be real: a special dividend, or new shares.
  if (logRatio > 0 || logRatio <= -CERTAIN_LOG_RATIO) {
    return divided(corrected, { from: 0, to: backwards, ratio: 1 / ratio });
  }
  return backwards === last && onDate >= last ? null : corrected;
}

/** The bars `[from, to)` and the ratio by which their prices are off. */
interface BarRange {
  readonly from: number;
  readonly to: number;
  readonly ratio: number;
}

/** Divides some bars' prices and dividends by a ratio, and multiplies their volumes. */
function divided({ candles, actions }: History, { from, to, ratio }: BarRange): History {
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
