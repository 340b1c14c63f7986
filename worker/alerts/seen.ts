/** The words of a look at alerts: what is watched, what was seen, and the rows that wait for it. */
import type { AlertLevel, AlertMetric, Look, Split, Ticker } from '#compute';
import type { Crossing } from '../contract/user-store.ts';
import type { MarketData } from '../providers/market-data.ts';

export interface AlertsLook {
  readonly db: D1Database;
  readonly market: 'live' | 'sample';
  /** The listings whose signals and odds the ledger has. */
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'latestPrices' | 'stock'>;
  /** Other listings to analyse in one run at most, after their close. */
  readonly analysesPerRun: number;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

/** What is looked at, and what the last look saw. */
export interface Watched {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly value: number | null;
  readonly session: string | null;
  readonly at: number | null;
  readonly dueAt: number;
}

export interface LevelRow extends AlertLevel {
  readonly uid: string;
  readonly rule: string;
  readonly ticker: Ticker;
  readonly start: number | null;
  readonly startSession: string;
  readonly startAt: number;
  readonly scaledAt: string;
  readonly isNew: number;
}

/** What one look saw of a metric of a listing. */
export interface Seen {
  readonly ticker: Ticker;
  readonly metric: AlertMetric;
  readonly now: Look;
  readonly last: Look | null;
  /** All splits that the chart knows, where it was asked. */
  readonly splits: readonly Split[];
  readonly source: Crossing['source'];
}

/** When a listing outside the ledger is analysed again. */
export type NextAnalyses = readonly (readonly [ticker: Ticker, atSeconds: number])[];

/** What a value is of. */
export const idOf = ({ ticker, metric }: Pick<Seen, 'ticker' | 'metric'>) => `${ticker} ${metric}`;

/** What the last look saw; `null` before the first one. */
export function lastLook({ value, session, at }: Watched): Look | null {
  return value === null || session === null || at === null ? null : { value, session, atSeconds: at };
}
