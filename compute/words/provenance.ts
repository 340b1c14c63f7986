/** Texts that say where a listing's numbers come from. */
import { type IsoDate, isoDate } from '../dates/iso-date.ts';
import { isInSample } from '../forecast/fitted-dates.ts';
import type { Format } from '../format/format.ts';
import type { MarketState } from '../sessions/market-hours.ts';
import { zonedDate } from '../dates/zoned-time.ts';

type DataSource = 'yahoo' | 'twelvedata' | 'finnhub' | 'coinbase' | 'sample';

export const SOURCE_NAME: Readonly<Record<DataSource, string>> = {
  yahoo: 'Yahoo',
  twelvedata: 'Twelve Data',
  finnhub: 'Finnhub',
  coinbase: 'Coinbase',
  sample: 'Sample market',
};

export const SIMULATED = 'Sample market: simulated prices';

/** A source's name on exported files; it marks simulated prices. */
export function stampedSource(source: DataSource): string {
  return source === 'sample' ? SIMULATED : SOURCE_NAME[source];
}

/** The facts behind the texts; names and values as on the wire. */
export interface ProvenanceFacts {
  readonly source: DataSource;
  /** ISO instants. */
  readonly as_of: string;
  readonly fetched_at: string;
  readonly exchange_timezone: string;
  readonly delayed_minutes: number;
  readonly market_state: MarketState;
  readonly prices?: 'recorded';
  /** A `fund` has one value a day and no market. */
  readonly instrument?: string;
  /** Corrections to the source's numbers, in words. */
  readonly corrections?: readonly string[];
}

const MARKET_STATE_TEXT: Readonly<Record<MarketState, string>> = {
  pre: 'pre-market',
  open: 'market open',
  post: 'after hours',
  closed: 'market closed',
};

/** Source name of a replay, whose prices come from files. */
const RECORDED = 'Recorded prices';

export type LastTrade = Pick<ProvenanceFacts, 'as_of' | 'exchange_timezone'>;

export function lastTradeDate({ as_of: asOf, exchange_timezone: timezone }: LastTrade): IsoDate {
  return isoDate(zonedDate(Date.parse(asOf) / 1000, timezone));
}

/** A recording's source name, which says if the model was fitted on its date; `null` for live prices. */
function recordingName(facts: ProvenanceFacts): string | null {
  if (facts.prices !== 'recorded') return null;
  const date = lastTradeDate(facts);
  return isInSample(date, date) ? `${RECORDED}, in-sample forecast` : RECORDED;
}

function delayText({ delayed_minutes: delay }: ProvenanceFacts): string {
  return delay > 0 ? `delayed ${delay} min` : 'no delay';
}

/** The price's time: the exchange time of a trade, or the date of a fund's value. */
function priceTime(format: Format, facts: ProvenanceFacts, nowMs: number): string {
  return facts.instrument === 'fund'
    ? `value of ${format.isoDate(lastTradeDate(facts), 'short')}`
    : format.time(facts.as_of, facts.exchange_timezone, nowMs);
}

export function provenanceStamp(format: Format, facts: ProvenanceFacts, nowMs: number): string {
  return [
    recordingName(facts) ?? stampedSource(facts.source),
    priceTime(format, facts, nowMs),
    ...(facts.instrument === 'fund' ? [] : [delayText(facts)]),
    ...(facts.corrections ?? []),
  ].join(' · ');
}

const FETCHED_FROM_SECONDS = 60;

/** Source (a chip names the sample market), exchange time, delay, market state, and the age if it matters. */
export function provenanceParts(format: Format, facts: ProvenanceFacts, nowMs: number): string[] {
  const { source, exchange_timezone: zone, delayed_minutes: delay, market_state: state } = facts;
  const fetched = Date.parse(facts.fetched_at) / 1000;
  const isFund = facts.instrument === 'fund';
  const isOld = nowMs / 1000 - fetched >= FETCHED_FROM_SECONDS;
  return [
    recordingName(facts) ?? (source === 'sample' ? [] : SOURCE_NAME[source]),
    priceTime(format, facts, nowMs),
    // A closed market's price is its last one, unless the source is delayed and a later one is still to come.
    isFund || (delay <= 0 && state !== 'open') ? [] : delayText(facts),
    isFund ? [] : MARKET_STATE_TEXT[state],
    facts.corrections ?? [],
    isOld ? `fetched ${format.relativeTime(fetched, zone, nowMs).toLowerCase()}` : [],
  ].flat();
}
