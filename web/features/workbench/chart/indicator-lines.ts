/** What is computed of the bars on screen: the lines of the indicators, and the model's own volatility. */
import { indicatorLines, type Candles } from '#compute';
import { skipToken, useQuery } from '@tanstack/react-query';
import { valueOrThrow } from '../../../shared/api/client.ts';
import { computeClient } from '../../../shared/offthread/compute-client.ts';
import type { ChosenIndicator } from './chosen-indicators.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';

/** Of each indicator its lines, each as long as the candles. */
export type IndicatorLines = readonly (readonly Float64Array[])[];

const LINES = new WeakMap<Candles, Map<string, IndicatorLines[number]>>();

/**
 * The lines of each indicator, computed once for the same bars: another colour, order or range computes nothing.
 * `barsPerYear`: of bars within the day, which alone do not say it.
 */
export function linesOf(
  candles: Candles,
  indicators: readonly Pick<ChosenIndicator, 'kind' | 'parameters'>[],
  barsPerYear?: number,
): IndicatorLines {
  const computed = LINES.get(candles) ?? new Map<string, IndicatorLines[number]>();
  LINES.set(candles, computed);
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
