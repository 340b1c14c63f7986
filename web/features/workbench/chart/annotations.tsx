/** Dividends, splits, results, the reader's forecasts and alerts on a chart: where they are, how they read, and their menu. */
import { barOnDate, chosenDecimals, type Format } from '#compute';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { datesQuery } from '../../../shared/api/dates-query.ts';
import { LETTERS, priceEvents, type PriceEvent } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useAuth } from '../../../shared/sign-in/auth-provider.tsx';
import type { JournalEntry } from '../../../shared/user/forecast-journal.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { priceScaleOf, type PriceScale } from '../../../shared/user/anchor.ts';
import { splitAdjustedRule } from '../../../shared/user/alerts.ts';
import type { AlertRule } from '../../../shared/user/watchlist.ts';
import { useSettings } from '../../../shared/user/settings-provider.tsx';
import { useWatchedItems } from '../../../shared/user/use-watchlist.tsx';
import { useBarClock } from './bar-clock.ts';
import { ToolPopover } from '../tool-popover.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { DrawnChart } from './workbench-series.ts';
import { ANNOTATION_KINDS, type AnnotationKind, type ShowView } from '../workbench-url.ts';
import styles from '../workbench.module.css';

/** How the forecasts of one day came out: within their 80 % range, at least one beyond it, or none settled yet. */
export type ForecastState = 'open' | 'inside' | 'outside';

/** What the view shows of each kind. */
interface Annotations {
  readonly events: readonly PriceEvent[];
  readonly forecasts: ReturnType<typeof forecastsAtBars>;
  readonly alerts: ReturnType<typeof alertLevels>;
}

export interface ShownChart extends DrawnChart {
  readonly annotations: Annotations;
}

const NO_ENTRIES: readonly JournalEntry[] = [];

/** What is marked on a chart. Within the day only alerts have a place, and a replay has events alone: the rest is of today. */
export function useAnnotated(drawn: DrawnChart | null): ShownChart | null {
  const format = useFormat();
  const entries = useJournalOf(drawn?.listing ?? null);
  const results = useResultsOf(drawn?.listing ?? null);
  const items = useWatchedItems();
  return useMemo(() => {
    if (drawn === null) return null;
    const { listing, series, view } = drawn;
    const { ticker, currency, corporate_actions: actions } = listing.response;
    const bars = { days: listing.candles.time, starts: series.candles.time };
    const areDays = series.intraday === null;
    const rules = items.find((item) => item.ticker === ticker)?.alerts.map(({ rule }) => rule) ?? [];
    const isShown = (kind: AnnotationKind) =>
      view.annotations.includes(kind) && (view.replay === null || kind === 'events');
    const events =
      isShown('events') && areDays && actions
        ? priceEvents(format, bars.days, actions, currency, results)
        : [];
    const annotations: Annotations = {
      events: eventsAtBars(bars, events),
      forecasts: isShown('forecasts') && areDays ? forecastsAtBars(format, bars, entries, currency) : [],
      alerts: isShown('alerts') ? alertLevels(format, rules, currency, priceScaleOf(listing)) : [],
    };
    return { ...drawn, annotations };
  }, [drawn, results, items, entries, format]);
}

/** The user's forecasts of a listing, settled as far as its history goes. */
function useJournalOf(listing: Listing | null): readonly JournalEntry[] {
  const email = useAuth().user?.email ?? null;
  const { data } = useQuery({
    queryKey: ['journal', email, listing?.ticker, listing?.response.fetched_at, listing?.candles.time.length],
    queryFn:
      email === null || listing === null
        ? skipToken
        : async () => {
            const { journalOnChart } = await import('../../../shared/user/forecast-journal.ts');
            const { response, candles } = listing;
            return journalOnChart(email, { listing: response, candles });
          },
    // The stock page adds to it.
    gcTime: 0,
  });
  return data ?? NO_ENTRIES;
}

/** The days on which a listing has reported results; none under reduced data, which asks for prices only. */
function useResultsOf(listing: Listing | null): readonly string[] | undefined {
  const isReduced = useSettings().traffic === 'reduced';
  const { data } = useQuery({
    ...datesQuery(listing === null ? [] : [listing.ticker]),
    enabled: listing !== null && !isReduced,
  });
  return data?.dates[0]?.results?.past;
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

export function eventsAtBars(bars: Bars, events: readonly PriceEvent[]): readonly PriceEvent[] {
  return events.map((event) => {
    const day = bars.days[event.index] ?? Number.NaN;
    return Object.assign({}, event, { index: bars.starts.findLastIndex((start) => start <= day) });
  });
}

/** The forecasts of a journal at the bars that they were made from, oldest first, with one fact for each of a day. */
export function forecastsAtBars(
  format: Format,
  bars: Bars,
  entries: readonly JournalEntry[],
  currency: string,
) {
  const byBar = Map.groupBy(entries, ({ base_date: date }) => barOf(bars, date));
  byBar.delete(-1);
  return [...byBar]
    .toSorted(([a], [b]) => a - b)
    .map(([index, made]) => ({
      index,
      state: stateOf(made),
      facts: made
        .toSorted((a, b) => a.horizon_days - b.horizon_days)
        .map((entry) => ({
          label: `Your ${entry.horizon_days}-day forecast`,
          value: forecastText(format, entry, currency),
        })),
    }));
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
  const { low80, high80, target_date: targetDate, outcome } = entry;
  const price = (value: number) => format.price(value, currency);
  const range = `${price(low80)} to ${price(high80)} by ${format.isoDate(targetDate)}`;
  if (outcome === null) return `${range}, open`;
  return `${range}, ${isInside(entry) ? 'inside' : 'outside'}: ${price(outcome.close)}`;
}

/** The prices at which the reader is alerted, lowest first. */
export function alertLevels(
  format: Format,
  rules: readonly AlertRule[],
  currency: string,
  today: PriceScale,
) {
  const write = (price: number) => format.price(price, currency, chosenDecimals(price));
  return rules
    .flatMap((rule) => {
      const now = splitAdjustedRule(rule, today);
      if (now.on === 'price')
        return [{ price: now.value, text: `Alert at ${write(now.value)} or ${now.direction}` }];
      if (now.on !== 'range') return [];
      return [now.low, now.high].map((price) => ({
        price,
        text: `Alert past ${write(price)} on ${format.isoDate(now.session, 'short')}`,
      }));
    })
    .toSorted((a, b) => a.price - b.price);
}

const KINDS: Readonly<Record<AnnotationKind, { readonly name: string; readonly meaning: string }>> = {
  events: { name: 'Dividends, splits and earnings', meaning: `${LETTERS} E: earnings reported.` },
  forecasts: {
    name: 'Your forecasts',
    meaning: 'Circle: open. Dot: closed inside its 80% range. Cross: outside.',
  },
  alerts: { name: 'Alerts', meaning: 'Dashed lines at your alert prices.' },
};

/** A switch and a meaning for each kind of annotation, and those that are on in words. */
export function AnnotationMenu(props: ShownChart & { readonly show: ShowView }) {
  const { annotations, view, show } = props;
  const isOn = (kind: AnnotationKind) => view.annotations.includes(kind);
  const toggle = (kind: AnnotationKind) =>
    show({ annotations: ANNOTATION_KINDS.filter((one) => isOn(one) !== (one === kind)) });
  return (
    <ToolPopover label="Marks" title="Chart marks">
      {ANNOTATION_KINDS.map((kind) => (
        <div key={kind} className={styles.annotationKind}>
          <Button size="sm" aria-pressed={isOn(kind)} onClick={() => toggle(kind)}>
            {KINDS[kind].name}
          </Button>
          <p className="caption">
            {isOn(kind) && annotations[kind].length === 0 ? 'None in this view.' : KINDS[kind].meaning}
          </p>
        </div>
      ))}
      <AnnotationList {...props} />
    </ToolPopover>
  );
}

function AnnotationList({ annotations, series }: ShownChart) {
  const clock = useBarClock(series);
  const dated = [
    ...annotations.events,
    ...annotations.forecasts.flatMap(({ index, facts }) => facts.map((fact) => ({ index, ...fact }))),
  ].toSorted((a, b) => b.index - a.index);
  const lines = [
    ...annotations.alerts.map(({ text }) => text),
    ...dated.map(({ index, label, value }) => `${clock.short(index)}: ${label} ${value}`),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className={styles.annotations} aria-label="Marks">
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
