/** The public ledger on the wire. `sample` uses simulated prices. */
import { AI_SIGNALS, CHAIN_PROBLEMS, LEDGER_NAMES } from '#compute';
import * as v from 'valibot';
import {
  expectedDate,
  horizonDays,
  nullableNumber,
  nullableText,
  number,
  source,
  text,
  type Wire,
} from './fields.ts';

const ledger = v.picklist(LEDGER_NAMES);
const bounded = v.object({ value: number, low: nullableNumber, high: nullableNumber });
const nullableBounded = v.nullable(bounded);

function byEvent<S extends v.GenericSchema>(schema: S) {
  return v.object({ up: schema, buy: schema, sell: schema });
}

const scores = {
  n: number,
  blocks: number,
  from: text,
  to: text,
  coverage80: bounded,
  coverage95: bounded,
  skill: nullableBounded,
  hit_rate: nullableBounded,
  base_rate: nullableNumber,
  pinball_percent: number,
  brier: byEvent(v.object({ score: number, reference: number })),
};

const groups = v.array(v.object({ name: text, ...scores }));

/** A forecast and its settlement; the settlement's fields are `null` while the forecast is open. */
const row = v.object({
  ledger,
  horizon_days: horizonDays,
  signal: v.picklist(AI_SIGNALS),
  ...v.entriesFromList(['ticker', 'base_date', 'target_date', 'made_at'], text),
  ...v.entriesFromList(['model', 'source', 'adjustment', 'hash'], text),
  ...v.entriesFromList(['seq', 'base_close', 'median', 'low80', 'high80', 'low95', 'high95'], number),
  ...v.entriesFromList(['probability_up', 'probability_buy', 'probability_sell'], number),
  ...v.entriesFromList(['outcome_date', 'settled_at', 'settlement_hash'], nullableText),
  ...v.entriesFromList(
    ['outcome_close', 'split_factor', 'error_percent', 'no_change_error_percent'],
    nullableNumber,
  ),
});

const bin = v.object({ n: number, forecast: number, observed: bounded });

/** The end of a ledger's chain of events: anyone who wrote it down can detect a later change. `null` before the first event. */
const chain = v.nullable(v.object({ events: number, head: text }));

export const ledgerSchema = v.object({
  ledger,
  as_of: nullableText,
  universe: v.array(text),
  forecasts: number,
  settled: number,
  first_session: nullableText,
  next_at: nullableText,
  next_target: nullableText,
  horizons: v.array(
    v.object({
      horizon_days: horizonDays,
      ...scores,
      verdict: text,
      reliability: byEvent(v.array(bin)),
      by_ticker: groups,
      by_model: groups,
      by_month: groups,
    }),
  ),
  latest: v.array(row),
  misses: v.array(row),
  currencies: v.record(text, text),
  unsettled: v.array(
    v.object({
      ticker: text,
      forecasts: number,
      oldest_target: text,
      no_price_since: nullableText,
      reason: nullableText,
    }),
  ),
  missed_sessions: v.array(v.object({ ticker: text, base_date: text })),
  chain,
  timestamps: v.nullable(v.object({ last: text, days: v.array(text), authorities: v.array(text) })),
});

/** A year's tokens of time-stamping authorities (RFC 3161). */
export const timestampsSchema = v.object({
  ledger,
  year: number,
  timestamps: v.array(
    v.object({
      day: text,
      event_seq: number,
      head: text,
      authority: text,
      stamped_at: text,
      token: text,
    }),
  ),
});

/** One page of the ledger (1,000 events with their rows), hashed again and compared with the chain. */
export const proofSchema = v.object({
  ledger,
  rows: number,
  head: text,
  csv: text,
  chain,
  events_csv: text,
  page: number,
  pages: number,
  broken: v.array(v.object({ event_seq: number, seq: nullableNumber, problem: v.picklist(CHAIN_PROBLEMS) })),
});

const latestForecast = v.object({
  company_name: text,
  currency: text,
  source,
  base_date: text,
  base_close: number,
  made_at: text,
  move_percent: number,
  move_rarity: v.nullable(v.object({ sessions: number, as_large: number })),
  signal: v.picklist(AI_SIGNALS),
  results: v.nullable(v.omit(expectedDate, ['n'])),
  horizons: v.array(
    v.object({
      horizon_days: horizonDays,
      target_date: text,
      ...v.entriesFromList(['median', 'low80', 'low95', 'high80'], number),
      ...v.entriesFromList(['probability_up', 'probability_buy', 'probability_sell'], number),
      width_rank: nullableNumber,
    }),
  ),
});

export const forecastsSchema = v.object({
  ledger,
  as_of: nullableText,
  horizon_days: horizonDays,
  rows: v.array(
    v.object({
      ticker: text,
      forecast: v.nullable(latestForecast),
      last_session: nullableText,
      reason: nullableText,
      record: v.nullable(v.object({ n: number, from: text, coverage80: bounded })),
    }),
  ),
});

export type LatestForecast = Wire<typeof latestForecast>;
export type ForecastsResponse = Wire<typeof forecastsSchema>;
export type TimestampsResponse = Wire<typeof timestampsSchema>;
export type LedgerResponse = Wire<typeof ledgerSchema>;
export type LedgerRow = Wire<typeof row>;
export type LedgerProof = Wire<typeof proofSchema>;
