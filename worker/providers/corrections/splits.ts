/** Corrects wrong adjustments for a split: none, on the wrong day, for all but a few bars, or twice. */
import { barOnDate, quantisePrice, SECONDS_PER_DAY, sliceCandles } from '#compute';
import type { Candles, CorporateActions, Split } from '#compute';
import { isPriceInRange } from '../plausible.ts';
import { countText, factorStep, PRICES } from './factor-steps.ts';

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
export function adjustedForSplits(stated: Candles, { dividends, splits }: CorporateActions) {
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
