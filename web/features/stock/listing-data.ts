import type { Analysis, HistoryFacts } from '#compute';
import type { Article, SentimentResponse } from '#worker/contract';
import type { Listing } from '../../shared/api/listing-queries.ts';
import type { SnapshotReading } from '../../shared/api/snapshot.ts';

/** Everything on screen for one listing. Sentiment and news load after the prices; `null` if they could not be loaded. */
export interface ListingData<A extends HistoryFacts = HistoryFacts> extends Pick<
  Listing,
  'candles' | 'finished' | 'absence' | 'isCopy' | 'hasSourceFailed' | 'receivedAtMs'
> {
  readonly response: SnapshotReading;
  readonly analysis: A;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | null | 'loading';
}

export type StockData = ListingData<Analysis>;

/** False if {@link ListingData.absence} says why there is no forecast. */
export function hasForecast(data: ListingData): data is StockData {
  return 'forecast' in data.analysis;
}
