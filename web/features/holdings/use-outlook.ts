/** Loads the listings and currency pairs of positions, and couples their forecasts off the page's thread. */
import { jointForecast, mainCurrency, type HorizonDays, type JointScenarios } from '#compute';
import { decodeBasis } from '#worker/snapshot';
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { queryFailure } from '../../shared/api/client.ts';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { REVALIDATED_AFTER_MS } from '../../shared/api/staleness.ts';
import { jointProvenance } from '../../shared/format/exportable.ts';
import type { JointRequest } from '../../shared/offthread/compute-api.ts';
import { computeClient, onOwnThread, startComputeThread } from '../../shared/offthread/compute-client.ts';
import { cashCurrency, type Position } from '../../shared/user/holdings.ts';
import { currencyPair, keepsPrice, quantityToday, valuesOf, type Holding } from './holdings-view.ts';

const MOST_LOADING = 6;
const FRESH_MS = 60_000;

/** Loads at most six listings at a time; a failure is its sentence. */
async function loadListings(client: QueryClient, tickers: readonly string[], horizonDays: HorizonDays) {
  const loaded = new Map<string, Listing | string>();
  const waiting = new Set(tickers).values();
  const loadOneByOne = async () => {
    for (const ticker of waiting) {
      const listing = client.query(listingQuery(ticker, horizonDays));
      const orFailure = listing.catch((error: Error) => queryFailure(error, ticker)?.message ?? '');
      loaded.set(ticker, await orFailure);
    }
  };
  await Promise.all(Array.from({ length: MOST_LOADING }, loadOneByOne));
  return loaded;
}

/** Everything about a portfolio that does not depend on quantities. What cannot be loaded is left out and named. */
async function loadPortfolio(
  client: QueryClient,
  title: string,
  tickers: readonly string[],
  horizonDays: HorizonDays,
  chosenCurrency: string | null,
) {
  const load = async (wanted: readonly string[]) => loadListings(client, wanted, horizonDays);
  const listings = await load(tickers.filter((ticker) => cashCurrency(ticker) === null));
  const currencies = tickers.map((ticker) => {
    const listing = listings.get(ticker);
    return typeof listing === 'object' ? mainCurrency(listing.response.currency).code : cashCurrency(ticker);
  });
  const currency = chosenCurrency ?? currencies.find((code) => code !== null) ?? 'USD';
  const pairs = currencies.map((code) => currencyPair(code ?? currency, currency));
  const rates = await load(pairs.flatMap((pair) => pair?.ticker ?? []));

  const holdings: Holding[] = [];
  const missing: string[] = [];
  for (const [i, ticker] of tickers.entries()) {
    const pair = pairs[i] ?? null;
    const listing = listings.get(ticker) ?? null;
    const rate = rates.get(pair?.ticker ?? '') ?? null;
    if (typeof listing === 'string') missing.push(`${ticker}: ${listing}`);
    else if (typeof rate === 'string') missing.push(`${ticker}: ${rate}`);
    else
      holdings.push({
        ticker,
        listing,
        rate: rate && { listing: rate, isInverse: pair?.isInverse === true },
      });
  }
  const currencyOptions = [...new Set([currency, ...currencies.flatMap((code) => code ?? []), 'USD', 'EUR'])];
  const loaded = { title, horizonDays, currency, currencyOptions, holdings, missing };
  const coupled = await couple(holdings, horizonDays);
  // Also those that keep their last price.
  const responses = holdings.flatMap(({ listing, rate }) =>
    [listing, rate?.listing].flatMap((each) => each?.response ?? []),
  );
  return { ...loaded, ...coupled, provenance: jointProvenance(title, responses) };
}

/** The joint scenarios of the listings and pairs whose price moves; `null` if none does. */
async function couple(holdings: readonly Holding[], horizonDays: HorizonDays) {
  const factors: Listing[] = [];
  const indexOf = (listing: Listing | null = null): number => {
    if (listing === null || keepsPrice(listing)) return -1;
    return factors.includes(listing) ? factors.indexOf(listing) : factors.push(listing) - 1;
  };
  const exposures = holdings.map(({ listing, rate }) => ({
    listing: indexOf(listing),
    rate: indexOf(rate?.listing),
    isRateInverse: rate?.isInverse === true,
  }));
  const inputs = factors.map(({ candles, response }) => {
    const { current_price: price, session_left: sessionLeft } = response;
    return { candles, listing: decodeBasis(response), quote: { price, sessionLeft } };
  });
  const request: JointRequest = { factors: inputs, exposures, horizonDays };
  const coupled = factors.length === 0 ? null : await computeClient.run((api) => api.jointScenarios(request));
  return { factors, request, coupled };
}

export type Outlook = NonNullable<ReturnType<typeof useOutlook>>;

/** The outlook for positions: `null` while they are loading, unless there is an older one of the same title. */
export function useOutlook(
  title: string,
  positions: readonly Position[],
  horizonDays: HorizonDays,
  chosenCurrency: string | null,
) {
  const client = useQueryClient();
  const tickers = positions.map(({ ticker }) => ticker);
  const { data: loaded } = useQuery({
    queryKey: ['holdings', title, tickers, horizonDays, chosenCurrency],
    queryFn: async () => loadPortfolio(client, title, tickers, horizonDays, chosenCurrency),
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
  const data = deferred?.title === title ? deferred : null;
  const quantities = useMemo(() => {
    const byTicker = new Map(positions.map((position) => [position.ticker, position]));
    return data?.holdings.map((holding) => quantityToday(byTicker.get(holding.ticker), holding)) ?? [];
  }, [positions, data]);
  const values = useMemo(() => valuesOf(data?.holdings ?? [], quantities), [data, quantities]);
  const scenarios = data?.coupled?.ok === true ? data.coupled.value : null;
  const forecast = useJointForecast(scenarios, values);
  return data && { ...data, positions, quantities, values, scenarios, forecast };
}

/** The same scenarios serve any values. `null` without scenarios or any value. */
export function useJointForecast(scenarios: JointScenarios | null, values: readonly number[]) {
  return useMemo(
    () => (scenarios && values.some((value) => value > 0) ? jointForecast(scenarios, values) : null),
    [scenarios, values],
  );
}

/** The past of these holdings walked forward: `null` if it is too short, `undefined` until it is known. */
export function useRecord({ horizonDays, factors, request, values }: Outlook) {
  const { data } = useQuery({
    queryKey: ['holdings record', horizonDays, factors.map(({ etag }) => etag), request.exposures, values],
    queryFn: async ({ signal }) =>
      onOwnThread(startComputeThread(), (api) => api.jointRecord(request, values), signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FRESH_MS,
  });
  return data?.ok === true ? data.value : data && null;
}
