import { sliceCandles, type Candles } from '../candles.ts';
import { shareInterval, type Estimated } from '../back-test/intervals.ts';
import { windowBlocks } from '../back-test/blocks.ts';
import type { HorizonDays } from '../horizon.ts';
import type { Indicators } from '../indicators/indicator-set.ts';
import { isoDate, type IsoDate } from '../iso-date.ts';
import { technicalSignal } from './technical-signal.ts';

/** How the price moved after one side of the signal. */
export interface SignalSideHistory {
  /** Origins with this side whose price then moved. */
  readonly n: number;
  /** Share of them that moved to this side. */
  readonly hitRate: Estimated;
  /** Share of all origins that moved to this side: what calling it every time would have hit. */
  readonly baseRate: number;
}

/** How often the AI signal's direction was right on one series' own past. */
export interface SignalHistory {
  readonly horizonDays: HorizonDays;
  /** The first origin's date. */
  readonly from: IsoDate;
  /** The date on which the last origin was settled. */
  readonly to: IsoDate;
  /** BUY and STRONG BUY; `null` when there was none. */
  readonly buy: SignalSideHistory | null;
  /** SELL and STRONG SELL; `null` when there was none. */
  readonly sell: SignalSideHistory | null;
}

/** Sessions between two origins: a week of a stock exchange. */
const ORIGIN_STEP_SESSIONS = 5;

/** From here on every input of the signal votes: the longest average is of 200 sessions. */
const FIRST_ORIGIN = 199;

/** Fewer settled origins than this say nothing. */
const MIN_ORIGINS = 30;

/**
 * Settles the technical signal on weekly origins of the whole history against the close `horizonDays` sessions later; each
 * origin knows only the bars before it. A price that ended unchanged counts for no side. Shares 0…1, with intervals that
 * take blocks of two months or more as the observations ({@link windowBlocks}): a trend makes the signal and what follows
 * it alike for weeks. `null` under 30 settled origins.
 * `candles` of finished sessions; `indicators` as long or longer.
 */
export function signalHistory(
  candles: Candles,
  indicators: Pick<Indicators, 'ema20' | 'rsi14' | 'macdHistogram'>,
  horizonDays: HorizonDays,
): SignalHistory | null {
  const { time, close } = candles;
  const lastOrigin = close.length - 1 - horizonDays;
  const origins = Math.floor((lastOrigin - FIRST_ORIGIN) / ORIGIN_STEP_SESSIONS) + 1;
  if (origins < MIN_ORIGINS) return null;
  const firstOrigin = lastOrigin - (origins - 1) * ORIGIN_STEP_SESSIONS;
  let rises = 0;
  let falls = 0;
  const buy = { calls: new Float64Array(origins), hits: new Float64Array(origins) };
  const sell = { calls: new Float64Array(origins), hits: new Float64Array(origins) };
  for (let i = 0; i < origins; i++) {
    const origin = firstOrigin + i * ORIGIN_STEP_SESSIONS;
    const move = close[origin + horizonDays]! - close[origin]!;
    if (move === 0) continue;
    if (move > 0) rises++;
    else falls++;
    const { level } = technicalSignal({
      candles: sliceCandles(candles, 0, origin + 1),
      ema20: indicators.ema20.subarray(0, origin + 1),
      rsi14: indicators.rsi14.subarray(0, origin + 1),
      macdHistogram: indicators.macdHistogram.subarray(0, origin + 1),
    });
    if (level === 'HOLD') continue;
    const side = level === 'BUY' || level === 'STRONG BUY' ? buy : sell;
    side.calls[i] = 1;
    side.hits[i] = Number(move > 0 === (side === buy));
  }
  const sums = windowBlocks(origins, ORIGIN_STEP_SESSIONS, horizonDays);
  const settled = ({ calls, hits }: typeof buy, baseRate: number): SignalSideHistory | null => {
    const n = calls.reduce((total, call) => total + call, 0);
    const notOverlapping = n * Math.min(1, ORIGIN_STEP_SESSIONS / horizonDays);
    return n === 0 ? null : { n, hitRate: shareInterval(sums(hits), sums(calls), notOverlapping), baseRate };
  };
  return {
    horizonDays,
    from: isoDate(time[firstOrigin]!),
    to: isoDate(time[lastOrigin + horizonDays]!),
    buy: settled(buy, rises / (rises + falls)),
    sell: settled(sell, falls / (rises + falls)),
  };
}
