import { barOnDate, type Split } from '#compute';
import type { Format } from '../../../shared/format/format.ts';

/** A dividend or a split at a session of a series. */
export interface PriceEvent {
  readonly index: number;
  /** On the chart. */
  readonly letter: 'D' | 'S';
  /** In words, beside it. */
  readonly label: 'Dividend' | 'Split';
  readonly value: string;
}

/** The splits and ex-dividend days of a series, splits first. A split of its first session left no trace in it. */
export function priceEvents(
  format: Format,
  {
    dates,
    dividends = [],
    splits,
    currency,
  }: {
    readonly dates: Float64Array;
    /** Per session; absent where there are none. */
    readonly dividends: ArrayLike<number> | undefined;
    readonly splits: readonly Split[];
    readonly currency: string;
  },
): readonly PriceEvent[] {
  const events: PriceEvent[] = [];
  for (const split of splits) {
    const index = barOnDate(dates, split.date);
    if (index > 0 && index < dates.length) {
      events.push({ index, letter: 'S', label: 'Split', value: splitText(format, split) });
    }
  }
  for (let index = 0; index < dividends.length; index++) {
    const amount = dividends[index] ?? 0;
    if (amount > 0) {
      events.push({ index, letter: 'D', label: 'Dividend', value: dividendText(format, amount, currency) });
    }
  }
  return events;
}

/** "$0.25", "$0.2575": as many decimals as were paid, two at least. */
export function dividendText(format: Format, amount: number, currency: string): string {
  const [, decimals = ''] = String(amount).split('.');
  const isUsual = amount < 0.01 || decimals === '';
  return format.price(amount, currency, isUsual ? undefined : Math.max(decimals.length, 2));
}

/** "10 for 1"; a spin-off's fraction with three decimals. */
export function splitText(format: Format, { numerator, denominator }: Split): string {
  const count = (shares: number) => format.fixed(shares, Number.isInteger(shares) ? 0 : 3);
  return `${count(numerator)} for ${count(denominator)}`;
}
