/** What happened to a listing and its reader on a chart: where it is and how it reads. No React in here. */
import { barOnDate, type CorporateActions } from '#compute';
import type { Format } from '../../shared/format/format.ts';
import { priceEvents, type PriceEvent } from '../../shared/charts/price-events.ts';
import type { JournalEntry } from '../../shared/stats/forecast-journal.ts';
import type { AlertRule } from '../../shared/watchlist/alert-rule.ts';

/** How the forecasts of one day came out: within their 80 % range, at least one beyond it, or none settled yet. */
export type ForecastState = 'open' | 'inside' | 'outside';

export interface ForecastMark {
  readonly index: number;
  readonly state: ForecastState;
  /** One line for each forecast of the day. */
  readonly facts: readonly { readonly label: string; readonly value: string }[];
}

export interface AlertLevel {
  readonly price: number;
  readonly text: string;
}

interface Bars {
  /** Days of the whole history. */
  readonly days: Float64Array;
  /** The bars on screen: each begins with one of the days. */
  readonly starts: Float64Array;
}

/** The bar that covers a date; −1 where none does. */
function barOf({ days, starts }: Bars, date: string): number {
  const day = days[barOnDate(days, date)];
  const isBefore = Date.parse(date) / 1000 < (days[0] ?? Infinity);
  return day === undefined || isBefore ? -1 : starts.findLastIndex((start) => start <= day);
}

/** Dividends and splits at the bars that cover them. */
export function eventMarks(
  format: Format,
  bars: Bars,
  actions: CorporateActions,
  currency: string,
): readonly PriceEvent[] {
  return priceEvents(format, bars.days, actions, currency).map((event) => {
    const day = bars.days[event.index] ?? Number.NaN;
    return Object.assign({}, event, { index: bars.starts.findLastIndex((start) => start <= day) });
  });
}

/** The forecasts of a journal at the bars that they were made from, oldest first. */
export function forecastMarks(
  format: Format,
  bars: Bars,
  entries: readonly JournalEntry[],
  currency: string,
): readonly ForecastMark[] {
  const byBar = new Map<number, JournalEntry[]>();
  for (const entry of entries) {
    const index = barOf(bars, entry.baseDate);
    if (index >= 0) byBar.set(index, [...(byBar.get(index) ?? []), entry]);
  }
  return [...byBar]
    .map(([index, made]) => ({
      index,
      state: stateOf(made),
      facts: made
        .toSorted((a, b) => a.horizonDays - b.horizonDays)
        .map((entry) => ({
          label: `Your forecast, ${entry.horizonDays} d`,
          value: forecastText(format, entry, currency),
        })),
    }))
    .toSorted((a, b) => a.index - b.index);
}

function stateOf(entries: readonly JournalEntry[]): ForecastState {
  const settled = entries.filter(({ outcome }) => outcome !== null);
  if (settled.length === 0) return 'open';
  return settled.every(isInside) ? 'inside' : 'outside';
}

function isInside({ outcome, low80, high80 }: JournalEntry): boolean {
  return outcome !== null && outcome.close >= low80 && outcome.close <= high80;
}

/** "$180.00 to $200.00 by Dec 1, 2026, inside: $187.10". */
function forecastText(format: Format, entry: JournalEntry, currency: string): string {
  const { low80, high80, targetDate, outcome } = entry;
  const price = (value: number) => format.price(value, currency);
  const range = `${price(low80)} to ${price(high80)} by ${format.isoDate(targetDate)}`;
  if (outcome === null) return `${range}, open`;
  return `${range}, ${isInside(entry) ? 'inside' : 'outside'}: ${price(outcome.close)}`;
}

/** The prices at which a reader wants to be told, lowest first. */
export function alertLevels(
  format: Format,
  rules: readonly AlertRule[],
  currency: string,
): readonly AlertLevel[] {
  return rules
    .flatMap((rule) =>
      rule.on === 'price'
        ? [
            {
              price: rule.value,
              text: `Alert at or ${rule.direction} ${format.price(rule.value, currency)}`,
            },
          ]
        : [],
    )
    .toSorted((a, b) => a.price - b.price);
}
