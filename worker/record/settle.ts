import { isoDate, recordNumber } from '#compute';
import type { Candles, RecordForecast, RecordSettlement } from '#compute';

/** A base close that reads this little different in a later history was corrected, not split: 1 in 200. */
const CORRECTION_RATIO = 0.005;

/**
 * Compares a forecast with the first close on or after its target date among bars of finished sessions. A later history is
 * in the scale of later splits, which the base session's own bar tells. `null` while there is no such close, or when the
 * history no longer holds the base session.
 */
export function settle(row: RecordForecast, candles: Candles, settledAt: string): RecordSettlement | null {
  const { time, close } = candles;
  const bar = time.findIndex((date) => date >= Date.parse(row.target_date) / 1000);
  const rawClose = close[bar];
  const baseNow = close[time.indexOf(Date.parse(row.base_date) / 1000)];
  if (rawClose === undefined || baseNow === undefined) return null;
  const scale = row.base_close / baseNow;
  const factor = Math.abs(scale - 1) < CORRECTION_RATIO ? 1 : scale;
  const outcome = rawClose * factor;
  const percent = (from: number) => recordNumber((Math.abs(outcome - from) / row.base_close) * 100);
  return {
    outcome_date: isoDate(time[bar] ?? 0),
    outcome_close: recordNumber(outcome),
    split_factor: recordNumber(factor),
    error_percent: percent(row.median),
    no_change_error_percent: percent(row.base_close),
    settled_at: settledAt,
  };
}
