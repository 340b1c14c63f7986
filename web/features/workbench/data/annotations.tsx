import { barOnDate, type Format, type Quoted } from '#compute';
import type { AlertRule } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import type uPlot from 'uplot';
import { LETTERS, priceEvents, type PriceEvent } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useAtomValueRawSync, useSetAtom } from '../../../store.ts';
import { journalAtom, journalOnChart, type JournalEntry } from '../../../shared/user/forecast-journal.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { priceScaleOf, type PriceScale } from '../../../shared/user/anchor.ts';
import { splitAdjustedRule } from '../../../shared/user/alerts.ts';
import { watchlistAtom } from '../../../shared/user/watchlist.ts';
import { useSettings } from '../../../shared/user/settings.ts';
import { ToolPopover } from '../controls/controls.tsx';
import { datesQuery, type Listing } from '../../../shared/api/listing-queries.ts';
import type { DrawnChart } from './chart-series.ts';
import { showAtom, viewAtom } from '../view/url-state.ts';
import { ANNOTATION_KINDS, type AnnotationKind } from '../view/workbench-view.ts';
import styles from './annotations.module.css';

/** Whether a forecast's close was outside or inside its 80 % range. Of a day's forecasts the first of these states counts. */
const STATES = ['outside', 'inside', 'open'] as const;
export type ForecastState = (typeof STATES)[number];

export type ShownChart = NonNullable<ReturnType<typeof useAnnotated>>;

/** Adds annotations to a chart. Intraday bars show alerts only. A replay shows events only, because the rest is as of today. */
export function useAnnotated(drawn: DrawnChart | null) {
  const format = useFormat();
  const journal = useAtomValueRawSync(journalAtom);
  const earnings = useEarningsDates(drawn?.listing ?? null);
  const items = useAtomValueRawSync(watchlistAtom);
  const { listing, view, series } = drawn ?? {};
  const hasDays = series?.intraday === null;
  const starts = series?.candles.time;
  // Texts, because another range has the same annotations.
  const kinds = view?.annotations.join(' ');
  const isReplay = typeof view?.replay === 'string';
  const annotations = useMemo(() => {
    if (listing === undefined || starts === undefined || kinds === undefined) return null;
    const { response } = listing;
    const { ticker, corporate_actions: actions } = response;
    const { candles } = listing;
    const bars = { days: candles.time, starts };
    const entries = journalOnChart(journal, { listing: response, candles });
    const rules = items.find((item) => item.ticker === ticker)?.alerts.map(({ rule }) => rule) ?? [];
    const isShown = (kind: AnnotationKind) => kinds.includes(kind) && (!isReplay || kind === 'events');
    const events =
      isShown('events') && hasDays && actions
        ? priceEvents(format, bars.days, actions, response, earnings.dates)
        : [];
    return {
      events: eventsAtBars(bars, events),
      eventsGap: actions ? earnings.gap : 'Not available for this listing.',
      forecasts: isShown('forecasts') && hasDays ? forecastsAtBars(format, bars, entries, response) : [],
      alerts: isShown('alerts') ? alertLevels(format, rules, response, priceScaleOf(listing)) : [],
    };
  }, [listing, starts, hasDays, kinds, isReplay, earnings.dates, earnings.gap, items, journal, format]);
  return useMemo(() => drawn && annotations && { ...drawn, annotations }, [drawn, annotations]);
}

/** ISO dates of a listing's past earnings reports, and why they are unknown. With reduced data only prices are loaded. */
function useEarningsDates(listing: Listing | null) {
  const isReduced = useSettings().traffic === 'reduced';
  const { data, isFetching } = useQuery({
    ...datesQuery(listing === null ? [] : [listing.ticker]),
    enabled: listing !== null && !isReduced,
  });
  const dates = data?.dates[0]?.results?.past;
  if (dates !== undefined) return { dates, gap: null };
  if (isReduced) return { dates, gap: 'Earnings dates aren’t loaded (Data use: Reduced).' };
  return { dates, gap: isFetching ? 'Loading earnings dates…' : 'Earnings dates aren’t available.' };
}

interface Bars {
  /** Sessions of the whole history, epoch seconds. */
  readonly days: Float64Array;
  /** First session of each bar of the chart. */
  readonly starts: Float64Array;
}

/** Index of the bar that contains a session; −1 if none does. */
function barOf({ days, starts }: Bars, session: number): number {
  const day = days[session] ?? Number.NaN;
  return starts.findLastIndex((start) => start <= day);
}

export function eventsAtBars(bars: Bars, events: readonly PriceEvent[]): readonly PriceEvent[] {
  return events.map((event) => Object.assign({}, event, { index: barOf(bars, event.index) }));
}

/** Forecasts at the bars that they were made from, oldest first, with one fact for each forecast. */
export function forecastsAtBars(
  format: Format,
  bars: Bars,
  entries: readonly JournalEntry[],
  quoted: Quoted,
) {
  const known = entries.filter(
    ({ base_date: date }) => Date.parse(date) / 1000 >= (bars.days[0] ?? Infinity),
  );
  const byBar = Map.groupBy(known, ({ base_date: date }) => barOf(bars, barOnDate(bars.days, date)));
  byBar.delete(-1);
  return [...byBar]
    .toSorted(([a], [b]) => a - b)
    .map(([index, entriesAtBar]) => ({
      index,
      state: STATES.find((state) => entriesAtBar.some((entry) => stateOf(entry) === state)) ?? 'open',
      facts: entriesAtBar
        .toSorted((a, b) => a.horizon_days - b.horizon_days)
        .map((entry) => ({
          label: `Your ${entry.horizon_days}-day forecast`,
          value: forecastText(format, entry, quoted),
          isDetail: true,
        })),
    }));
}

function stateOf({ outcome, low80, high80 }: JournalEntry): ForecastState {
  if (outcome === null) return 'open';
  return outcome.close >= low80 && outcome.close <= high80 ? 'inside' : 'outside';
}

/** "$180.00 to $200.00 on Dec 1, 2026; closed inside at $187.10". */
function forecastText(format: Format, entry: JournalEntry, quoted: Quoted): string {
  const { low80, high80, target_date: targetDate, outcome } = entry;
  const [low, high, close] = format.prices([low80, high80, outcome?.close ?? Number.NaN], quoted);
  const range = `${low} to ${high} on ${format.isoDate(targetDate)}`;
  const state = stateOf(entry);
  return `${range}; ${state === 'open' ? state : `closed ${state} at ${close}`}`;
}

export function alertLevels(format: Format, rules: readonly AlertRule[], quoted: Quoted, today: PriceScale) {
  return rules
    .flatMap((rule) => {
      const adjusted = splitAdjustedRule(rule, today);
      if (adjusted.on === 'price') {
        const { value, direction } = adjusted;
        return [{ price: value, text: `Alert at ${format.level(value, quoted)} or ${direction}` }];
      }
      if (adjusted.on !== 'range') return [];
      return [adjusted.low, adjusted.high].map((price) => ({
        price,
        text: `Alert past ${format.price(price, quoted)} on ${format.isoDate(adjusted.session, 'short')}`,
      }));
    })
    .toSorted((a, b) => a.price - b.price);
}

/** Height of the events' letters at the foot of the plot. */
const EVENTS_PX = 16;

/** The marks within `reachPx` of a position on the plot, in words. */
export function marksAt(
  { annotations, series }: ShownChart,
  plot: Pick<uPlot, 'valToPos' | 'over'>,
  { x, y }: { readonly x: number; readonly y: number },
  reachPx: number,
  dateOf: (bar: number) => string,
): readonly string[] {
  const isNearPrice = (price = Number.NaN) => {
    const value = series.place(price);
    return value !== null && Math.abs(plot.valToPos(value, 'price') - y) <= reachPx;
  };
  const isAtFoot = y >= plot.over.clientHeight - EVENTS_PX;
  const dated = [
    ...(isAtFoot ? annotations.events : []),
    ...annotations.forecasts
      .filter(({ index }) => isNearPrice(series.candles.close[index]))
      .flatMap(({ index, facts }) => facts.map((fact) => ({ index, ...fact }))),
  ].filter(({ index }) => Math.abs(plot.valToPos(index, 'x') - x) <= reachPx);
  return [
    ...dated.map(({ index, label, value }) => `${dateOf(index)}: ${label} ${value}`),
    ...annotations.alerts.filter(({ price }) => isNearPrice(price)).map(({ text }) => text),
  ];
}

const KINDS: Readonly<Record<AnnotationKind, { readonly name: string; readonly meaning: string }>> = {
  events: { name: 'Dividends, splits and earnings', meaning: `${LETTERS} E: earnings reported.` },
  forecasts: {
    name: 'Your forecasts',
    meaning: 'Circle: open. Dot: closed inside its 80% range. Cross: outside.',
  },
  alerts: { name: 'Alerts', meaning: 'Dashed lines at your alert prices.' },
};

type MarksProps = Pick<ShownChart, 'annotations'>;

export const MarksMenu = memo(({ annotations }: MarksProps) => (
  <ToolPopover label="Marks" title="Chart marks">
    <MarksChoice annotations={annotations} />
  </ToolPopover>
));

function MarksChoice({ annotations }: MarksProps) {
  const on = useAtomValueRawSync(viewAtom).annotations;
  const show = useSetAtom(showAtom);
  return (
    <>
      {ANNOTATION_KINDS.map((kind) => {
        const isOn = on.includes(kind);
        const none = (kind === 'events' && annotations.eventsGap) || 'None in this view.';
        const toggled = ANNOTATION_KINDS.filter((each) => on.includes(each) !== (each === kind));
        return (
          <div key={kind} className={styles.kind}>
            <Button size="sm" aria-pressed={isOn} onClick={() => show({ annotations: toggled })}>
              {KINDS[kind].name}
            </Button>
            <p className="caption">{isOn && annotations[kind].length === 0 ? none : KINDS[kind].meaning}</p>
          </div>
        );
      })}
    </>
  );
}
