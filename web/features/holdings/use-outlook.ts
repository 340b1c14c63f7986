/** Loads the listings and currency pairs of positions, and couples their forecasts off the page's thread. */
import { getOrCompute, jointForecast, mainCurrency, type HorizonDays } from '#compute';
import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { queryFailure } from '../../shared/api/client.ts';
import { inParallel } from '../../shared/api/in-parallel.ts';
import { analyseRequest, listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { REVALIDATED_AFTER_MS } from '../../shared/api/staleness.ts';
import { afterNextPaint } from '../../shared/browser/first-screen.ts';
import { jointProvenance } from '../../shared/format/exportable.ts';
import type { JointRequest } from '../../shared/offthread/compute-api.ts';
import { computeClient } from '../../shared/offthread/compute-client.ts';
import { holdingOf, keepsPrice, listingsOf, ratePairs, valueOf } from './holdings-view.ts';
import { cashCurrency, type Position } from './read-positions.ts';

const FRESH_MS = 60_000;

/** Everything about a portfolio that does not depend on quantities. What cannot be loaded is left out and named. */
async function loadPortfolio(
  client: QueryClient,
  title: string,
  tickers: readonly string[],
  horizonDays: HorizonDays,
  chosenCurrency: string | null,
) {
  const listings = new Map<string, Promise<Listing>>();
  const load = async (ticker: string) =>
    getOrCompute(listings, ticker, async () => {
      // So that each request starts in a task of its own.
      await new Promise((resolve) => setTimeout(resolve));
      return client.query(listingQuery(ticker, horizonDays));
    });
  const currencyOf = async (ticker: string) =>
    cashCurrency(ticker) ?? mainCurrency((await load(ticker)).response.currency).code;
  const currencies = await inParallel(tickers, async (ticker) => currencyOf(ticker).catch(() => ''));
  const known = currencies.filter((code) => code !== '');
  const currency = chosenCurrency ?? known[0] ?? 'USD';
  const outcomes = await inParallel(tickers, async (ticker) => {
    try {
      const code = await currencyOf(ticker);
      if (code === '') return `${ticker}: The currency of its prices isn’t known.`;
      const own = cashCurrency(ticker) === null ? [{ ticker, isInverse: false }] : [];
      const prices = [];
      for (const { ticker: symbol, isInverse } of [...own, ...ratePairs(code, currency)])
        prices.push({ listing: await load(symbol), isInverse });
      return { ticker, prices };
    } catch (error) {
      return `${ticker}: ${queryFailure(error as Error, ticker)?.message}`;
    }
  });
  const priced = outcomes.filter((outcome) => typeof outcome === 'object');
  const missing = outcomes.filter((outcome) => typeof outcome === 'string');
  // Those that keep their last price are priced too.
  const responses = listingsOf(priced).map(({ response }) => response);
  const provenance = jointProvenance(title, responses);
  const currencyOptions = [...new Set([currency, ...known, 'USD', 'EUR'])];
  // The listings and pairs whose price moves.
  const factors = listingsOf(priced).filter((listing) => !keepsPrice(listing));
  const exposures = priced.map(({ prices }) =>
    prices.map(({ listing, isInverse }) => ({ factor: factors.indexOf(listing), isInverse })),
  );
  const inputs = factors.map(({ candles, response }) => {
    const { listing, quote } = analyseRequest(response, horizonDays);
    return { candles, listing, quote };
  });
  const request: JointRequest = { factors: inputs, exposures, horizonDays };
  const coupled = factors.length === 0 ? null : await computeClient.run((api) => api.jointScenarios(request));
  const facts = { title, tickers, horizonDays, currency, currencyOptions, missing, provenance };
  return { ...facts, priced, factors, request, coupled };
}

export type Outlook = NonNullable<ReturnType<typeof useOutlook>>;

/** The outlook for positions: `null` while they are loading, unless there is an older one of the same title. */
export function useOutlook(
  title: string,
  positions: readonly Position[],
  horizonDays: HorizonDays,
  chosenCurrency: string | null,
) {
  const tickers = positions.map(({ ticker }) => ticker);
  const { data: loaded } = useQuery({
    queryKey: ['holdings', title, tickers, horizonDays, chosenCurrency],
    queryFn: async ({ client }) => loadPortfolio(client, title, tickers, horizonDays, chosenCurrency),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.factors.some(({ isRevalidating }) => isRevalidating) === true && REVALIDATED_AFTER_MS,
  });
  // So that valuing and drawing never block a frame.
  const deferred = useDeferredValue(loaded);
  return useMemo(() => {
    if (deferred?.title !== title) return null;
    const positionOf = (ticker: string) => positions.find((position) => position.ticker === ticker);
    const holdings = deferred.priced.map((priced) => holdingOf(priced, positionOf(priced.ticker)));
    const values = holdings.map((holding) => valueOf(holding));
    const scenarios = values.some((value) => value > 0) && deferred.coupled?.ok && deferred.coupled.value;
    // The same scenarios serve any quantities.
    const forecast = scenarios ? { ...scenarios, ...jointForecast(scenarios.growth, values) } : null;
    return { ...deferred, holdings, values, forecast };
  }, [deferred, title, positions]);
}

/** Rows of a long table to build after each paint. */
export const ROWS_PER_PAINT = 5;

/** Counts up to `last`, one after each paint, so that parts of a page are built one by one and never delay a press. */
export function useStage(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const next = () => startTransition(() => setStage(stage + 1));
    return stage < last ? afterNextPaint(next) : undefined;
  }, [stage, last]);
  return stage;
}
