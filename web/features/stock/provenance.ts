import type { MarketState, StockColumnsResponse } from '#worker/contract';
import type { Provenance } from '../../shared/export/provenance.ts';
import { formatExchangeTime } from '../../shared/format/dates.ts';
import { formatRelativeTime } from '../../shared/format/relative-time.ts';
import { SOURCE_NAME, stampedSource } from '../../shared/format/source-name.ts';

const MARKET_STATE_TEXT: Readonly<Record<MarketState, string>> = {
  pre: 'pre-market',
  open: 'market open',
  post: 'after hours',
  closed: 'market closed',
};

/** What is stamped on an exported chart or table of a listing. */
export function exportProvenance(response: StockColumnsResponse, nowMs: number): Provenance {
  const [, time, delay] = provenanceParts(response, nowMs);
  return {
    subject: response.ticker,
    source: [stampedSource(response.source), time, delay].join(' · '),
    asOf: response.as_of,
  };
}

/** Where the numbers come from and how old they are: source, exchange time, delay, market state, age. */
export function provenanceParts(response: StockColumnsResponse, nowMs: number): string[] {
  const {
    source,
    as_of: asOf,
    exchange_timezone: zone,
    delayed_minutes: delay,
    market_state: state,
  } = response;
  return [
    SOURCE_NAME[source],
    formatExchangeTime(asOf, zone, nowMs),
    delay > 0 ? `delayed ${delay} min` : 'no delay',
    MARKET_STATE_TEXT[state],
    `fetched ${formatRelativeTime(Date.parse(response.fetched_at) / 1000, nowMs).toLowerCase()}`,
  ];
}
