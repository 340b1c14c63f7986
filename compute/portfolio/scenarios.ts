import { err, ok, type Result } from '../common/result.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { logReturns, readHistory, type ForecastError, type ForecastInput } from '../forecast/forecast.ts';
import type { Volatility } from '../forecast/volatility.ts';
import { coupledGrowth, type CoupledFactors, type FewCommonDays } from './coupling.ts';

/** A listing or currency pair whose price moves. */
export type FactorInput = Omit<ForecastInput, 'horizonDays'>;

/** The prices that a holding's value is a product of, as indices of factors; none for what keeps its price, as cash does. */
export type Exposure = readonly { readonly factor: number; readonly isInverse: boolean }[];

/** Equally likely outcomes of every holding, whatever their quantities. `young` and correlations are by factor. */
export interface JointScenarios extends Omit<CoupledFactors, 'windows'> {
  /** By session ahead from 1, then by holding: the ratio of each scenario's value to today's. */
  readonly growth: readonly (readonly Float64Array[])[];
  /** Of every pair of factors' standardised returns over at most 7 sessions. */
  readonly correlations: readonly (readonly number[])[];
}

/** `factor` is the index of the one without a forecast, or that leaves fewer than 60 common dates. */
export type JointError =
  | FewCommonDays
  | { readonly reason: 'no_forecast'; readonly factor: number; readonly error: ForecastError };

/** Couples the forecasts of at least one factor for each of the next `horizonDays` sessions. */
export function jointScenarios(
  inputs: readonly FactorInput[],
  exposures: readonly Exposure[],
  horizonDays: HorizonDays,
): Result<JointScenarios, JointError> {
  const read = readFactors(inputs, horizonDays);
  if (!read.ok) return read;
  const factors = read.value.map((volatility, i) => ({
    time: volatility.own.time,
    logTotal: volatility.own.logTotal,
    returns: logReturns(volatility, { ...inputs[i]!, horizonDays }),
  }));
  const sessions = Array.from({ length: horizonDays }, (_, i) => i + 1);
  const coupled = coupledGrowth(factors, sessions);
  if (!coupled.ok) return coupled;
  const { growth, windows, ...facts } = coupled.value;
  return ok({
    ...facts,
    growth: growth.map((byFactor) => holdingGrowth(byFactor, exposures)),
    correlations: correlations(windows),
  });
}

/** Reads the history of every factor. */
export function readFactors(
  inputs: readonly FactorInput[],
  horizonDays: HorizonDays,
): Result<readonly Volatility[], JointError> {
  const volatilities: Volatility[] = [];
  for (const [factor, input] of inputs.entries()) {
    const history = readHistory({ ...input, horizonDays });
    if (!history.ok) return err({ reason: 'no_forecast', factor, error: history.error });
    volatilities.push(history.value);
  }
  return ok(volatilities);
}

/** The ratio of each holding's value to today's, from those of the factors. */
export function holdingGrowth(
  byFactor: readonly Float64Array[],
  exposures: readonly Exposure[],
): readonly Float64Array[] {
  const steady = byFactor[0]!.map(() => 1);
  return exposures.map((prices) =>
    prices.reduce((growth, { factor, isInverse }) => {
      const ratios = byFactor[factor]!;
      return growth.map((ratio, t) => (isInverse ? ratio / ratios[t]! : ratio * ratios[t]!));
    }, steady),
  );
}

/** Pearson's, of every pair of columns. */
function correlations(columns: readonly Float64Array[]): readonly (readonly number[])[] {
  const units = columns.map((column) => {
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const centred = column.map((value) => value - mean);
    const length = Math.hypot(...centred);
    return centred.map((value) => value / length);
  });
  return units.map((a) => units.map((b) => a.reduce((sum, value, t) => sum + value * b[t]!, 0)));
}
