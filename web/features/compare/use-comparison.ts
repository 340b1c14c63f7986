import type { Comparison } from '#compute';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { failuresOf } from '../../shared/api/listing-failures.ts';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { showSearchAtom, shownSearchAtom } from '../../shared/browser/shown-search.ts';
import { computeClient } from '../../shared/offthread/compute-client.ts';
import { atom, useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { compareUrl, drawnTickers, parseCompareView, type CompareView } from './compare-view.ts';

const viewAtom = atom((get) => parseCompareView(get(shownSearchAtom)));

const showAtom = atom(null, (get, set, change: Partial<CompareView>, replace = false) => {
  const view = get(viewAtom);
  const href = compareUrl({ ...view, ...change });
  if (href !== compareUrl(view)) set(showSearchAtom, href.slice(href.indexOf('?')), !replace);
});

/** The view on screen, and a function that changes it. */
export function useCompareView() {
  return { view: useAtomValueRawSync(viewAtom), show: useSetAtom(showAtom) };
}

export interface Compared {
  readonly view: CompareView;
  /** In the order of the comparison's columns. Listings without prices are left out. */
  readonly members: readonly Listing[];
  readonly comparison: Comparison;
}

export type ComparisonLoad = ReturnType<typeof useComparison>;

export function useComparison(view: CompareView) {
  const tickers = drawnTickers(view);
  const listings = useQueries({
    queries: tickers.map((ticker) => listingQuery(ticker, view.horizonDays)),
  });
  const { errors, nameMatch } = failuresOf(tickers, listings);
  const members = listings.flatMap(({ data }) => data ?? []);
  const isWaiting = nameMatch !== null || listings.some(({ data, isFetching }) => !data && isFetching);
  const isReady = !isWaiting && members.length > 0;
  const { data, error, isFetching } = useQuery({
    queryKey: ['comparison', view, isReady && members.map(({ ticker, etag }) => [ticker, etag])],
    queryFn: isReady ? () => compare(view, members) : skipToken,
    // While a listing is loading, keep the old lines, so that the new ones appear together.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    tickers,
    errors,
    /** A company name in a ticker's place, and its listing, which the page replaces it with. */
    nameMatch,
    isLoading: isWaiting || isFetching,
    compared: (isWaiting || isReady ? data : null) ?? null,
    error,
  };
}

async function compare(view: CompareView, members: readonly Listing[]): Promise<Compared> {
  const series = members.map(({ candles: { time, close } }) => ({ time, close }));
  const result = await computeClient.run((api) => api.compareSeries(series, view.range));
  if (!result.ok) throw new Error(result.error.reason);
  return { view, members, comparison: result.value };
}
