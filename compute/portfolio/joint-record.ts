import { ORIGIN_STEP_SESSIONS, windowShare, type Estimate } from '../back-test/intervals.ts';
import { scoredSpan, type ScoredSpan } from '../back-test/scored-windows.ts';
import { weeklyOrigins } from '../back-test/track-record.ts';
import { sum } from '../common/sum.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { medianMove } from '../forecast/kind-rules.ts';
import { firstTradedBar } from '../forecast/set-price.ts';
import { MIN_FORECAST_BARS, spreadAt, type Volatility } from '../forecast/volatility.ts';
import { firstBarFrom } from '../prices/candles.ts';
import { sharedDates, valuesOn } from '../prices/compare.ts';
import { jointForecast } from './joint-forecast.ts';
import {
  coupledGrowth,
  holdingGrowth,
  readFactors,
  type Exposure,
  type FactorInput,
  type RiskFactor,
} from './scenarios.ts';

/**
 * Scores the joint forecast from weekly origins of the last 250 settled common sessions, each by the bars up to it, with today's
 * quantities (`values` are today's) and without quotes: how often the 80 % range held, and the share of losses beyond the value at
 * risk of 95 %. `null` for fewer than 8 windows, and if a factor has no forecast.
 */
export function jointRecord(
  inputs: readonly FactorInput[],
  exposures: readonly Exposure[],
  values: readonly number[],
  horizonDays: HorizonDays,
): (ScoredSpan & Readonly<Record<'coverage80' | 'breaches95', Estimate>>) | null {
  const read = readFactors(inputs);
  if (!read.ok) return null;
  const { value: volatilities } = read;
  const dates = sharedDates(volatilities.map(({ own }) => own));
  const started = volatilities.map(
    ({ own: { logClose, time } }) => time[firstTradedBar(logClose, MIN_FORECAST_BARS - 1)] ?? Infinity,
  );
  // A date on which all have a price has at least as many bars before it as shared dates.
  const first = Math.max(MIN_FORECAST_BARS - 1, firstBarFrom(dates, Math.max(...started)));
  const origins = weeklyOrigins(first, dates.length - 1 - horizonDays);
  if (origins.length === 0) return null;

  const growth = volatilities.map(({ candles }) => {
    const closes = valuesOn(candles, dates);
    return closes.map((close) => close / closes.at(-1)!);
  });
  const past = holdingGrowth(growth, exposures).map((ratios, i) => ratios.map((ratio) => values[i]! * ratio));
  const windows = origins.map((origin) => {
    const factors = volatilities.map((volatility) => factorAt(volatility, dates[origin]!, horizonDays));
    const joint = coupledGrowth(factors, exposures, [horizonDays]);
    if (!joint.ok) throw new RangeError('an origin lacks common dates');
    const [start, end] = [origin, origin + horizonDays].map((day) => past.map((value) => value[day]!));
    const { points, value, valueAtRisk95 } = jointForecast(joint.value.growth, start!);
    const { low80, high80 } = points[0]!;
    const after = sum(end!);
    return { inside80: after >= low80 && after <= high80, isBreach: value - after > valueAtRisk95 };
  });
  const share = (hits: readonly boolean[]): Estimate =>
    windowShare(Float64Array.from(hits, Number), ORIGIN_STEP_SESSIONS, horizonDays);
  return {
    ...scoredSpan(dates, origins[0]!, origins.length, ORIGIN_STEP_SESSIONS, horizonDays),
    coverage80: share(windows.map(({ inside80 }) => inside80)),
    breaches95: share(windows.map(({ isBreach }) => isBreach)),
  };
}

/** A factor as of the close of a date, `sessions` ahead. */
export function factorAt(volatility: Volatility, date: number, ...sessions: readonly number[]): RiskFactor {
  const { own, kind } = volatility;
  const bar = firstBarFrom(own.time, date);
  return {
    time: own.time.subarray(0, bar + 1),
    logTotal: own.logTotal.subarray(0, bar + 1),
    returns: sessions.map((ahead) => ({
      medianMove: medianMove(kind, bar, ahead),
      spread: spreadAt(volatility, bar, ahead),
    })),
  };
}
