import type { Analysis, HistoryFacts } from '#compute';
import type { Article, SentimentResponse } from '#worker/contract';
import type { Listing } from '../../shared/api/listing-queries.ts';

/** Everything on screen for one listing. Sentiment and news follow the prices; until then they are `'loading'`. */
export interface ListingData<A extends HistoryFacts = HistoryFacts> extends Pick<
  Listing,
  'response' | 'candles' | 'finished' | 'isCopy' | 'hasSourceFailed' | 'receivedAtMs'
> {
  readonly analysis: A;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | 'loading';
}

export type StockData = ListingData<Analysis>;

/** True unless the history is too short for a forecast, or the listing no longer trades. */
export function hasForecast(data: ListingData): data is StockData {
  return 'forecast' in data.analysis;
}
