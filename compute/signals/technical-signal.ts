import { ORIGIN_STEP_SESSIONS, shareInterval, windowSums, type Estimate } from '../back-test/intervals.ts';
import { weeklyOrigins } from '../back-test/track-record.ts';
import type { Candles } from '../prices/candles.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import type { Indicators } from '../indicators/indicator-set.ts';
import { sma } from '../indicators/moving-averages.ts';
import { isoDate, type IsoDate } from '../dates/iso-date.ts';
import { changePercent } from '../prices/performance.ts';
import { AI_SIGNALS, SIGNAL_TONE, signalLevel, type AiSignal } from './signal.ts';

interface SignalReason {
  readonly input: string;
  readonly reading: string;
  readonly contribution: number;
}

/** The past trend in five levels. `score` is the sum of the contributions, −1…1. */
export interface TechnicalSignal {
  readonly level: AiSignal;
  readonly score: number;
  readonly reasons: readonly SignalReason[];
}

/** Each as long as the candles. */
type SignalInputs = Pick<Indicators, 'ema20' | 'rsi14' | 'macdHistogram'>;

/** Wilder's limits, percent. */
const RSI_OVERSOLD = 30;
const RSI_OVERBOUGHT = 70;
const RSI_MIDPOINT = 50;

/** A quarter of trading days. */
const MOMENTUM_SESSIONS = 63;

/** An input's share of the score; the 200-day average has two. Candor's choice; eighths make every sum of contributions exact. */
export const SIGNAL_VOTE: number = 1 / 8;

/**
 * The trend at a bar, by default the last one: each input votes −1, 0 or +1, times its weight. The close votes by its side of
 * the 20, 50 and 200-day averages, the 20-day EMA and the close 63 sessions ago; MACD by its side of the signal line; RSI by
 * its side of 50, or 0 if it is overbought or oversold. Inputs and weights are Candor's own. The signal describes the past and
 * has no measured edge in forecasting.
 * Contributions add up to `score` exactly. Inputs that need a longer history are left out without changing the other weights,
 * so a short history cannot reach a strong level by few votes.
 */
export function technicalSignal(
  { close }: Candles,
  indicators: SignalInputs,
  bar: number = close.length - 1,
): TechnicalSignal {
  const price = close[bar] ?? NaN;
  const histogram = indicators.macdHistogram[bar] ?? NaN;
  const past = close[bar - MOMENTUM_SESSIONS] ?? NaN;
  const mean = (days: number): number =>
    sma(close.subarray(Math.max(0, bar + 1 - days), bar + 1), days).at(-1) ?? NaN;
  const reasons = [
    averageReason('SMA 20', '20-day average', price, mean(20)),
    averageReason('SMA 50', '50-day average', price, mean(50)),
    averageReason('SMA 200', '200-day average', price, mean(200), 2 * SIGNAL_VOTE),
    averageReason('EMA 20', '20-day exponential average', price, indicators.ema20[bar] ?? NaN),
    {
      input: 'MACD (12, 26, 9)',
      reading: `MACD ${side(histogram, 'above', 'below', 'at')} its signal line`,
      contribution: Math.sign(histogram) * SIGNAL_VOTE,
    },
    rsiReason(indicators.rsi14[bar] ?? NaN),
    {
      input: 'Momentum',
      reading: `Price ${sideBy(past, price, 'higher than', 'lower than', 'unchanged from')} ${MOMENTUM_SESSIONS} sessions ago`,
      contribution: Math.sign(price - past) * SIGNAL_VOTE,
    },
  ].filter((reason) => !Number.isNaN(reason.contribution));
  const score = reasons.reduce((sum, reason) => sum + reason.contribution, 0);
  return { level: signalLevel(score), score, reasons };
}

/** While a session runs, the previous close's level holds until the score has passed a limit by one vote, against flicker. */
export function currentSignal(
  candles: Candles,
  indicators: SignalInputs,
  isSessionRunning: boolean,
): TechnicalSignal {
  const now = technicalSignal(candles, indicators);
  const previous = candles.close.length - 2;
  if (!isSessionRunning || previous < 0) return now;
  const [lowest, at, highest] = [
    signalLevel(now.score - SIGNAL_VOTE),
    technicalSignal(candles, indicators, previous).level,
    signalLevel(now.score + SIGNAL_VOTE),
  ].map((level) => AI_SIGNALS.indexOf(level)) as [number, number, number];
  return { ...now, level: AI_SIGNALS[Math.min(Math.max(at, lowest), highest)] ?? now.level };
}

function averageReason(
  input: string,
  name: string,
  price: number,
  average: number,
  weight: number = SIGNAL_VOTE,
): SignalReason {
  const reading = `Price ${sideBy(average, price, 'above', 'below', 'at')} its ${name}`;
  return { input, reading, contribution: Math.sign(price - average) * weight };
}

function rsiReason(rsi14: number): SignalReason {
  const isOverbought = rsi14 >= RSI_OVERBOUGHT;
  const isOutside = isOverbought || rsi14 <= RSI_OVERSOLD;
  const zone = isOutside
    ? `${isOverbought ? 'overbought' : 'oversold'} (no vote)`
    : `${side(rsi14 - RSI_MIDPOINT, 'above', 'below', 'at')} its midpoint, 50`;
  return {
    input: 'RSI (14)',
    reading: `RSI ${rsi14.toFixed(1)}, ${zone}`,
    contribution: isOutside ? 0 : Math.sign(rsi14 - RSI_MIDPOINT) * SIGNAL_VOTE,
  };
}

function side<Word extends string>(difference: number, above: Word, below: Word, equal: Word): Word {
  if (difference > 0) return above;
  return difference < 0 ? below : equal;
}

/** {@link side} with the distance in percent: "1.2% above". */
function sideBy(from: number, to: number, above: string, below: string, equal: string): string {
  const gap = `${Math.abs(changePercent(from, to)).toFixed(1)}%`;
  return side(to - from, `${gap} ${above}`, `${gap} ${below}`, equal);
}

export interface SignalSideHistory {
  /** Origins with a signal on this side whose price then moved. */
  readonly n: number;
  /** Share of them that moved to this side. */
  readonly hitRate: Estimate;
  /** Share of all origins that moved to this side: the hit rate of always calling it. */
  readonly baseRate: number;
}

export interface SignalHistory {
  readonly horizonDays: HorizonDays;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** BUY and STRONG BUY; `null` if there was none. */
  readonly buy: SignalSideHistory | null;
  readonly sell: SignalSideHistory | null;
}

/** The first bar at which every input votes: the longest average takes 200 sessions. */
const FIRST_ORIGIN = 199;

const MIN_ORIGINS = 30;

/**
 * Settles the technical signal on weekly origins of the whole history (finished sessions; `indicators` at least as long)
 * against the close `horizonDays` sessions later. A price that ended unchanged counts for neither side. Shares 0…1, with
 * intervals over blocks of two months or more ({@link windowSums}), because in a trend, signals and outcomes stay the same
 * for weeks. `null` for fewer than 30 settled origins.
 */
export function signalHistory(
  candles: Candles,
  indicators: SignalInputs,
  horizonDays: HorizonDays,
): SignalHistory | null {
  const { time, close } = candles;
  const lastOrigin = close.length - 1 - horizonDays;
  const origins = weeklyOrigins(FIRST_ORIGIN, lastOrigin, Infinity, MIN_ORIGINS);
  if (origins.length === 0) return null;
  const moves = origins.map((at) => side(close[at + horizonDays]! - close[at]!, 'gain', 'loss', 'neutral'));
  const calls = origins.map((at) => SIGNAL_TONE[technicalSignal(candles, indicators, at).level]);
  const moved = moves.filter((move) => move !== 'neutral').length;
  const settled = (tone: 'gain' | 'loss'): SignalSideHistory | null => {
    const called = Float64Array.from(calls, (call, i) => Number(call === tone && moves[i] !== 'neutral'));
    const hits = called.map((isCalled, i) => isCalled * Number(moves[i] === tone));
    const n = called.filter(Boolean).length;
    if (n === 0) return null;
    const sums = (values: Float64Array) => windowSums(values, ORIGIN_STEP_SESSIONS, horizonDays);
    const notOverlapping = n * Math.min(1, ORIGIN_STEP_SESSIONS / horizonDays);
    return {
      n,
      hitRate: shareInterval(sums(hits), sums(called), notOverlapping),
      baseRate: moves.filter((move) => move === tone).length / moved,
    };
  };
  return {
    horizonDays,
    from: isoDate(time[origins[0]!]!),
    to: isoDate(time[lastOrigin + horizonDays]!),
    buy: settled('gain'),
    sell: settled('loss'),
  };
}
