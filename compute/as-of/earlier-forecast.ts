/** The forecast as of an earlier close: in a replay, and compared with today's. */
import type { Analysis, AnalysisInput, ForecastBasis } from '../analysis.ts';
import { ok, type Result } from '../common/result.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { forecast, type Forecast, type ForecastError } from '../forecast/forecast.ts';
import type { LedgerForecast } from '../ledger/ledger-row.ts';
import { findOutcome } from '../ledger/outcome.ts';
import { sliceCandles } from '../prices/candles.ts';
import { technicalSignal, type TechnicalSignal } from '../signals/technical-signal.ts';

type Outlook = Pick<Analysis, 'forecast' | 'signal'>;

/** An input's contribution to the signal's score, before and now; `null` while the history is too short for it. */
interface VoteChange {
  readonly input: string;
  readonly before: number | null;
  readonly now: number | null;
}

export interface SinceYesterday {
  readonly before: Outlook;
  readonly now: Outlook;
  readonly isSessionFinished: boolean;
  /** From the previous close to the current price, percent. */
  readonly changePercent: number;
  /** How much wider the 80 % range at the horizon is, relative to its base price: 0.1 is a tenth wider. */
  readonly widthChange: number;
  readonly votes: readonly VoteChange[];
  /** Whether the last bar's session is within the 80 % range forecast at the previous close, edges included. */
  readonly isInRange: boolean;
}

/** Compares `now` with the previous close's analysis, as far as `published` in the ledger; `null` if the history was too short. */
export function sinceYesterday(
  input: AnalysisInput,
  now: Outlook & Pick<Analysis, 'indicators' | 'dayChangePercent'>,
  published: readonly LedgerForecast[] = [],
): SinceYesterday | null {
  const { candles, quote, nextResultsSeconds: next = null, ...listing } = input;
  // By then only a date that is still to come is sure to have been announced.
  const known = next !== null && next > candles.time.at(-1)! ? next : null;
  const earlier = forecast({ ...listing, candles: sliceCandles(candles, 0, -1), nextResultsSeconds: known });
  if (!earlier.ok) return null;
  const { baseDate, basePrice } = earlier.value;
  // A row at another scale is from before a split.
  const rows = published.filter(
    ({ base_date: date, base_close: close }) =>
      date === baseDate && Math.abs(close / basePrice - 1) < SAME_SCALE_WITHIN,
  );
  const before = asPublished(earlier.value, rows);
  const computed = technicalSignal(candles, now.indicators, candles.close.length - 2);
  const signal = { ...computed, level: rows[0]?.signal ?? computed.level };
  const isSessionFinished = quote.sessionLeft === 0;
  const price = isSessionFinished ? candles.close.at(-1)! : quote.price;
  const { low80, high80 } = before.points[0]!;
  return {
    before: { forecast: before, signal },
    now: { forecast: now.forecast, signal: now.signal },
    isSessionFinished,
    changePercent: now.dayChangePercent,
    widthChange: widthShare(now.forecast) / widthShare(before) - 1,
    votes: voteChanges(signal, now.signal),
    isInRange: low80 <= price && price <= high80,
  };
}

/** Largest relative difference between a close and the ledger's. */
const SAME_SCALE_WITHIN = 0.005;

function asPublished(computed: Forecast, rows: readonly LedgerForecast[]): Forecast {
  return {
    ...computed,
    version: rows[0]?.model.split(' ').at(-1) ?? computed.version,
    basePrice: rows[0]?.base_close ?? computed.basePrice,
    points: computed.points.map((point, at) => {
      const row = rows.find(({ horizon_days: days }) => days === at + 1);
      if (row === undefined) return point;
      const { median: price, low80, high80, low95, high95 } = row;
      const [probabilityBuy, probabilitySell] = [row.probability_buy, row.probability_sell];
      return { ...point, price, low80, high80, low95, high95, probabilityBuy, probabilitySell };
    }),
  };
}

function widthShare({ points, basePrice }: Forecast): number {
  const { low80, high80 } = points.at(-1)!;
  return (high80 - low80) / basePrice;
}

function voteChanges(before: TechnicalSignal, now: TechnicalSignal): VoteChange[] {
  const inputs = new Set([...before.reasons, ...now.reasons].map(({ input }) => input));
  return Array.from(inputs, (input) => ({
    input,
    before: voteOf(before, input),
    now: voteOf(now, input),
  })).filter((vote) => vote.before !== vote.now);
}

function voteOf({ reasons }: TechnicalSignal, name: string): number | null {
  return reasons.find(({ input }) => input === name)?.contribution ?? null;
}

export interface ReplayedForecast {
  readonly forecast: Forecast;
  /** The close that settles each point of the forecast; `null` until that session has ended. */
  readonly closes: readonly (number | null)[];
}

/** Forecasts from bar `bar` of a listing's finished ones; of later bars it uses only the dates. Errors as in `forecast`. */
export function replayedForecast(
  listing: ForecastBasis,
  bar: number,
  horizonDays: HorizonDays,
): Result<ReplayedForecast, ForecastError> {
  const { candles: finished } = listing;
  const candles = sliceCandles(finished, 0, bar + 1);
  const result = forecast({ ...listing, candles, nextResultsSeconds: null, horizonDays });
  if (!result.ok) return result;
  const { baseDate, basePrice, points } = result.value;
  const anchor = { anchor_date: baseDate, anchor_close: basePrice };
  return ok({
    forecast: result.value,
    closes: points.map(({ date }) => findOutcome({ target_date: date, ...anchor }, finished)?.close ?? null),
  });
}
