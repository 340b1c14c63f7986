/** Texts about the public ledger outside its page: its badge and its feed. */
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { formatDays, type Format } from '../format/format.ts';
import type { LedgerForecast, LedgerName, LedgerSettlement } from '../ledger/ledger-row.ts';
import type { OptionalEstimate } from '../ledger/ledger-scores.ts';

/** With fewer forecasts only counts are shown: a share of so few says more about chance than about the model. */
const MIN_FORECASTS = 30;

export function isEnough(n: number): boolean {
  return n >= MIN_FORECASTS;
}

/** "232 of 269": a share 0…1 of `n` as a count. */
export function countText({ count }: Format, share: number, n: number): string {
  return `${count(Math.round(share * n))} of ${count(n)}`;
}

/** A badge's two lines: "Candor 80% ranges, 7 days" and "412 of 528 held (95% interval 74.1% to 81.9%)". */
export function badgeTexts(
  format: Format,
  ledger: LedgerName,
  horizonDays: HorizonDays,
  scores?: { readonly n: number; readonly coverage80: OptionalEstimate },
): readonly [subject: string, result: string] {
  const subject = `Candor 80% ranges, ${formatDays(horizonDays)}${ledger === 'sample' ? ', simulated prices' : ''}`;
  if (scores === undefined || !isEnough(scores.n)) return [subject, 'not enough settled forecasts yet'];
  const { value, low, high } = scores.coverage80;
  const interval =
    low === null || high === null
      ? ''
      : ` (95% interval ${format.shareTenths(low)} to ${format.shareTenths(high)})`;
  return [subject, `${countText(format, value, scores.n)} held${interval}`];
}

/** What the ledger got for one session: the forecasts made after it, or the outcomes that its closes decided. */
export interface SessionNews {
  readonly kind: 'forecast' | 'settlement';
  /** The session's date, YYYY-MM-DD. */
  readonly day: string;
  /** Number of 80 % ranges, and of those that the close was inside. */
  readonly ranges: number;
  readonly held: number;
}

/** "New forecasts after Nov 24, 2026: 240 ranges" or "193 of 240 ranges held on Nov 24, 2026, 80% stated". */
export function sessionTitle(format: Format, { kind, day, ranges, held }: SessionNews): string {
  const date = format.isoDate(day);
  const counted = format.counted(ranges, 'range');
  return kind === 'forecast'
    ? `New forecasts after ${date}: ${counted}`
    : `${format.count(held)} of ${counted} held on ${date}, 80% stated`;
}

/** A close outside its 80 % range. */
export type MissedRange = Pick<LedgerForecast, 'ticker' | 'horizon_days' | 'low80' | 'high80'> &
  Pick<LedgerSettlement, 'outcome_close'>;

/** "AAPL closed at $211.20, outside its 7-day range of $215.10 to $239.80". Without a known currency prices are plain numbers. */
export function missText(format: Format, miss: MissedRange, currency = ''): string {
  const { ticker, horizon_days: days, low80, high80, outcome_close: close } = miss;
  const quoted = { ticker, currency, current_price: close };
  const range = format.range(low80, high80, quoted);
  return `${ticker} closed at ${format.price(close, quoted)}, outside its ${days}-day range of ${range}`;
}
