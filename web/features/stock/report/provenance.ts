/** Where a listing's numbers come from, in words. */
import { isInSample } from '#compute';
import type { MarketState } from '#worker/contract';
import { lastTradeDate, type SnapshotReading } from '../../../shared/api/stock-api.ts';
import type { Provenance } from '../../../shared/export/export-files.ts';
import { SOURCE_NAME, stampedSource, type Format } from '../../../shared/format/format.ts';

const MARKET_STATE_TEXT: Readonly<Record<MarketState, string>> = {
  pre: 'pre-market',
  open: 'market open',
  post: 'after hours',
  closed: 'market closed',
};

/** Named as the source of a replay, whose prices come from files. */
const RECORDED = 'Recorded prices';

/** What stands for the source of a recording, with whether the model knows its date; `null` for live prices. */
function recordingName(response: SnapshotReading): string | null {
  if (response.prices !== 'recorded') return null;
  const date = lastTradeDate(response);
  return isInSample(date, date) ? `${RECORDED}, in-sample forecast` : RECORDED;
}

/** What is stamped on an exported chart or table of a listing. */
export function exportProvenance(format: Format, response: SnapshotReading, nowMs: number): Provenance {
  const time = format.time(response.as_of, response.exchange_timezone, nowMs);
  return {
    subject: response.ticker,
    source: [recordingName(response) ?? stampedSource(response.source), time, delayText(response)].join(
      ' · ',
    ),
    asOf: response.as_of,
  };
}

function delayText({ delayed_minutes: delay }: SnapshotReading): string {
  return delay > 0 ? `delayed ${delay} min` : 'no delay';
}

/** From this age on it is said when the numbers were fetched. */
const FETCHED_FROM_SECONDS = 60;

/** Where the numbers come from and how old they are: source, exchange time, delay, market state, and an age that counts. */
export function provenanceParts(format: Format, response: SnapshotReading, nowMs: number): string[] {
  const {
    source,
    as_of: asOf,
    exchange_timezone: zone,
    delayed_minutes: delay,
    market_state: state,
  } = response;
  const fetched = Date.parse(response.fetched_at) / 1000;
  const isOld = nowMs / 1000 - fetched >= FETCHED_FROM_SECONDS;
  return [
    recordingName(response) ?? SOURCE_NAME[source],
    format.time(asOf, zone, nowMs),
    // Of a closed market the price is its last; only a delay may mean that a later one is missing.
    ...(delay > 0 || state === 'open' ? [delayText(response)] : []),
    MARKET_STATE_TEXT[state],
    ...(isOld ? [`fetched ${format.relativeTime(fetched, zone, nowMs).toLowerCase()}`] : []),
  ];
}
