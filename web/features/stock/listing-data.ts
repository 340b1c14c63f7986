import type { Analysis, Candles, HistoryFacts } from '#compute';
import type { Article, SentimentResponse } from '#worker/contract';
import type { SnapshotReading } from '../../shared/api/stock-api.ts';

/** Everything on screen for one listing. Sentiment and news follow the prices; until then they are `'loading'`. */
export interface ListingData<A extends HistoryFacts = HistoryFacts> {
  readonly response: SnapshotReading;
  readonly candles: Candles;
  /** Those of sessions that are over: what a model may be scored on. */
  readonly finished: Candles;
  readonly analysis: A;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | 'loading';
  /** The service worker's copy of an earlier response: there is no network, or the next response is on the way. */
  readonly isCopy: boolean;
  /** The server sent it because its source fails. */
  readonly hasSourceFailed: boolean;
  readonly receivedAtMs: number;
}

export type StockData = ListingData<Analysis>;

/** True unless the history is too short for a forecast, or the listing no longer trades. */
export function hasForecast(data: ListingData): data is StockData {
  return 'forecast' in data.analysis;
}
