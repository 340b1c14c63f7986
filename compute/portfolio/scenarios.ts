import { getOrCompute } from '../common/memoised.ts';
import { err, ok, type Result } from '../common/result.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import {
  logReturns,
  readHistory,
  type ForecastError,
  type ForecastInput,
  type LogReturn,
} from '../forecast/forecast.ts';
import { residualQuantile } from '../forecast/projection.ts';
import type { Volatility } from '../forecast/volatility.ts';
import {
  correlations,
  coupled,
  LONGEST_WINDOW_SESSIONS,
  ranksOf,
  type FactorHistory,
  type FewCommonDays,
} from './coupling.ts';

export type FactorInput = Omit<ForecastInput, 'horizonDays'>;

/** What a holding's value follows; without any, as cash does, it keeps its value. */
export interface Holding {
  /** `null` for cash, and for a listing that keeps its last price: its forecast is withheld, or it no longer trades. */
  readonly listing: FactorInput | null;
  /** The pair that converts the listing's currency into the portfolio's, the same object for all its holdings; `null` if equal. */
  readonly rate: FactorInput | null;
}

/** Equally likely outcomes of every holding, whatever their quantities. */
export interface JointScenarios {
  /** By session ahead from 1, then by holding: the ratio of each scenario's value to today's. */
  readonly growth: readonly (readonly Float64Array[])[];
  /** By pair of holdings, of the standardised returns over at most 7 sessions; `NaN` for a holding without a listing. */
  readonly correlations: readonly (readonly number[])[];
  /** Dates on which all of them have a price; 0 if none has a forecast. */
  readonly commonDays: number;
  readonly hasFewDays: boolean;
  /** Indices of holdings too young for the common dates, which follow the others by their beta (not measured). */
  readonly young: readonly number[];
}

/** `holding` is an index. */
export type JointError =
  | { readonly reason: 'few_common_days'; readonly holding: number; readonly commonDays: number }
  | { readonly reason: 'no_forecast'; readonly holding: number; readonly error: ForecastError };

/** A history and what is forecast of it, at each of some sessions ahead. */
export interface RiskFactor extends FactorHistory {
  readonly returns: readonly LogReturn[];
}

const ENOUGH_COMMON_DAYS = 120;
/** On fewer dates each of them gives this many scenarios. */
const SUB_RANKS = 4;

/**
 * Couples the holdings' own forecasts, which stay as they are, by the ranks of their past standardised returns on common dates
 * (an empirical copula), for each of the next `horizonDays` sessions. Errors name the holding without a forecast,
 * or the one that leaves fewer than 60 common dates.
 */
export function jointScenarios(
  holdings: readonly Holding[],
  horizonDays: HorizonDays,
): Result<JointScenarios, JointError> {
  const read = readFactors(holdings, horizonDays);
  if (!read.ok) return read;
  const { inputs, volatilities, exposures } = read.value;
  const factors = volatilities.map((volatility, i) => ({
    time: volatility.own.time,
    logTotal: volatility.own.logTotal,
    returns: logReturns(volatility, inputs[i]!),
  }));
  const holdingOf = (factor: number): number => exposures.findIndex((pair) => pair.includes(factor));
  const sessions = Array.from({ length: horizonDays }, (_, i) => i + 1);
  const joint = coupledGrowth(factors, sessions);
  if (!joint.ok) {
    const { reason, factor, commonDays } = joint.error;
    return err({ reason, holding: holdingOf(factor), commonDays });
  }
  const { growth, windows, young, ...days } = joint.value;
  const ofFactors = correlations(windows);
  return ok({
    ...days,
    growth: growth.map((byFactor) => holdingGrowth(byFactor, exposures)),
    correlations: exposures.map(([a]) => exposures.map(([b]) => ofFactors[a]?.[b] ?? NaN)),
    young: [...new Set(young.map(holdingOf))],
  });
}

/** A holding's listing and rate as indices of factors; −1 without one. */
export type Exposure = readonly [listing: number, rate: number];

export interface ReadFactors {
  readonly inputs: readonly ForecastInput[];
  readonly volatilities: readonly Volatility[];
  readonly exposures: readonly Exposure[];
}

/** Reads the history of every listing and rate once. */
export function readFactors(
  holdings: readonly Holding[],
  horizonDays: HorizonDays,
): Result<ReadFactors, JointError> {
  const inputs: ForecastInput[] = [];
  const volatilities: Volatility[] = [];
  const indices = new Map<FactorInput | null, number>([[null, -1]]);
  for (const [holding, { listing, rate }] of holdings.entries()) {
    for (const factor of [listing, rate]) {
      if (factor === null || indices.has(factor)) continue;
      const input = { ...factor, horizonDays };
      const history = readHistory(input);
      if (history.ok) {
        indices.set(factor, inputs.push(input) - 1);
        volatilities.push(history.value);
      } else if (history.error.reason === 'short_history')
        return err({ reason: 'no_forecast', holding, error: history.error });
      // A price that is set, such as a pegged currency's, keeps its value.
      else indices.set(factor, -1);
    }
  }
  const exposures = holdings.map(({ listing, rate }): Exposure => [
    indices.get(listing)!,
    indices.get(rate)!,
  ]);
  return ok({ inputs, volatilities, exposures });
}

/** The ratio of each holding's value to today's, from those of the factors. */
export function holdingGrowth(
  byFactor: readonly Float64Array[],
  exposures: readonly Exposure[],
): readonly Float64Array[] {
  const steady = new Float64Array(byFactor[0]?.length ?? 1).fill(1);
  return exposures.map(([listing, rate]) => {
    const [own, converted] = [byFactor[listing], byFactor[rate]];
    return own && converted ? own.map((ratio, t) => ratio * converted[t]!) : (own ?? converted ?? steady);
  });
}

/** By factor instead of holding. */
interface FactorScenarios extends Omit<JointScenarios, 'correlations'> {
  /** The factors' standardised returns over the most sessions of any. */
  readonly windows: readonly Float64Array[];
}

/** {@link JointScenarios} by factor instead of holding; entry i of a factor's returns lies `sessions[i]` ahead. */
export function coupledGrowth(
  factors: readonly RiskFactor[],
  sessions: readonly number[],
): Result<FactorScenarios, FewCommonDays> {
  const coupling = coupled(factors);
  if (!coupling.ok) return coupling;
  const { commonDays, young } = coupling.value;
  const hasFewDays = factors.length > 0 && commonDays < ENOUGH_COMMON_DAYS;
  const ranksByLength = new Map<number, readonly Uint16Array[]>();
  let windows: readonly Float64Array[] = [];
  const growth = sessions.map((ahead, i) => {
    const length = Math.min(ahead, LONGEST_WINDOW_SESSIONS);
    const ranks = getOrCompute(ranksByLength, length, () => {
      windows = coupling.value.windows(length);
      return windows.map(ranksOf);
    });
    return factors.map(({ returns }, factor) =>
      growthByRank(returns[i]!, ranks[factor]!, hasFewDays ? SUB_RANKS : 1),
    );
  });
  return ok({ growth, windows, commonDays, hasFewDays, young });
}

/** Each date's quantile of a factor's own forecast at its rank; with `parts`, that many equal parts of the rank in turn. */
function growthByRank(
  { medianMove, spread: { sigma, quantiles } }: LogReturn,
  ranks: Uint16Array,
  parts: number,
): Float64Array {
  const count = ranks.length * parts;
  const ascending = new Float64Array(count);
  for (let place = 0; place < count; place++)
    ascending[place] = Math.exp(medianMove + sigma * residualQuantile(quantiles, (place + 0.5) / count));
  const growth = new Float64Array(count);
  for (const [date, rank] of ranks.entries()) {
    for (let part = 0; part < parts; part++) growth[date * parts + part] = ascending[rank * parts + part]!;
  }
  return growth;
}
