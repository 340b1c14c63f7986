/** What is computed of the bars on screen: the lines of the indicators, and the model's own volatility. */
import {
  barsInYear,
  indicatorLines,
  intradayBarsInYear,
  type Candles,
  type IndicatorKind,
  type TradingHours,
} from '#compute';
import { skipToken, useQuery } from '@tanstack/react-query';
import { valueOrThrow } from '../../../shared/api/client.ts';
import { computeClient } from '../../../shared/offthread/compute-client.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';

/** Of each indicator its lines, each as long as the candles. */
export type IndicatorLines = readonly (readonly Float64Array[])[];

interface IndicatorSources {
  readonly candles: Candles;
  readonly indicators: readonly {
    readonly kind: IndicatorKind;
    readonly parameters: readonly number[];
  }[];
  /** Of bars within the day, which alone do not say how many of them a year has; otherwise `null`. */
  readonly withinDay: { readonly hours: TradingHours; readonly intervalSeconds: number } | null;
}

const LINES = new WeakMap<Candles, Map<string, IndicatorLines[number]>>();

/** The lines of each indicator, computed once for the same bars: another colour, order or range computes nothing. */
export function linesOf({ candles, indicators, withinDay }: IndicatorSources): IndicatorLines {
  const computed = LINES.get(candles) ?? new Map<string, IndicatorLines[number]>();
  LINES.set(candles, computed);
  const barsPerYear =
    withinDay === null
      ? barsInYear(candles.time)
      : intradayBarsInYear(withinDay.hours, withinDay.intervalSeconds);
  return indicators.map(({ kind, parameters }) => {
    const key = [kind, ...parameters, barsPerYear].join(' ');
    const lines = computed.get(key) ?? indicatorLines(candles, kind, parameters, barsPerYear);
    computed.set(key, lines);
    return lines;
  });
}

/** Changes when a session ends, and not when today's price does. */
export function endOf(finished: Candles | undefined): readonly (number | undefined)[] {
  return [finished?.time.length, finished?.time.at(-1), finished?.close.at(-1)];
}

/** The model's own volatility of a listing, once it is enabled; `null` until it is computed. */
export function useModelVolatility(listing: Listing | null, isEnabled: boolean): Float64Array | null {
  const { data } = useQuery({
    queryKey: ['model-volatility', listing?.ticker, listing?.response.source, ...endOf(listing?.finished)],
    queryFn:
      listing === null || !isEnabled
        ? skipToken
        : async ({ signal }) => {
            const { finished, traded } = listing;
            const { calendar } = traded.listing;
            return valueOrThrow(
              await computeClient().run((api) => api.modelVolatility(finished, calendar), signal),
            );
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
