import type { UseQueryResult } from '@tanstack/react-query';
import { nameMatchOf, queryFailure, spellingOf, type NameMatch } from './client.ts';

type Query = Pick<UseQueryResult<{ response: { ticker: string } }>, 'data' | 'isFetching' | 'error'>;

/** The load error of each missing ticker, and the first entered text that turned out to mean another symbol. */
export function failuresOf(tickers: readonly string[], queries: readonly Query[]) {
  const errors = new Map<string, string>();
  let nameMatch: NameMatch | null = null;
  for (const [i, { data, isFetching, error }] of queries.entries()) {
    const ticker = tickers[i] ?? '';
    const failure = data === undefined && !isFetching ? queryFailure(error, ticker) : null;
    const match = nameMatchOf(failure, ticker) ?? spellingOf(ticker, data?.response.ticker);
    nameMatch ??= match;
    if (failure !== null && match === null) errors.set(ticker, failure.message);
  }
  return { errors: errors as ReadonlyMap<string, string>, nameMatch };
}
