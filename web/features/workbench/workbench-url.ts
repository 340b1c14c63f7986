/** The view of the workbench, and the address that names it. */
import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  parseHorizon,
  parseIsoDate,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type Interval,
  type IsoDate,
  type Ticker,
} from '#compute';
import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import {
  indicatorToken,
  MAX_INDICATORS,
  parseIndicator,
  type ChosenIndicator,
} from './chart/chosen-indicators.ts';

/** Lines over one price; more of them cannot be told apart. */
export const MAX_OVERLAYS = 4;

/** Of bars within the day: the latest session, and the latest five. */
export const WITHIN_DAY = ['1D', '5D'] as const;
export const RANGES = [...WITHIN_DAY, ...RANGE_LABELS] as const;

export type WorkbenchRange = (typeof RANGES)[number];

/** Minutes of a bar within the day. */
export const BAR_MINUTES = ['1', '5', '15', '30', '60'] as const;
export type BarMinutes = (typeof BAR_MINUTES)[number];

/** The shortest bars that a range is served in. */
export const SHORTEST_MINUTES = { '1D': '1', '5D': '5' } as const satisfies Record<string, BarMinutes>;

export function isWithinDay(range: WorkbenchRange): range is (typeof WITHIN_DAY)[number] {
  return WITHIN_DAY.some((one) => one === range);
}

export const STYLES = ['candles', 'line', 'area'] as const;
export type ChartStyle = (typeof STYLES)[number];

export const INTERVALS = ['day', 'week', 'month'] as const satisfies readonly Interval[];

export const SCALES = ['linear', 'log', 'percent'] as const;
export type PriceScale = (typeof SCALES)[number];

export const ANNOTATION_KINDS = ['events', 'forecasts', 'alerts'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/** What the address says: everything about the chart but where it is zoomed to. */
export interface WorkbenchView {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  readonly range: WorkbenchRange;
  readonly style: ChartStyle;
  /** Of the bars, where the range has none within the day. */
  readonly interval: Interval;
  /** Of the bars within the day; `null` and too few for as many as the range is served in. */
  readonly minutes: BarMinutes | null;
  /** Whether bars within the day are also of the trading before and after regular hours. */
  readonly hasExtended: boolean;
  readonly scale: PriceScale;
  /** Whether the forecast is drawn behind the last daily bar. */
  readonly hasFan: boolean;
  /** Listings drawn over the price in the percent scale: up to {@link MAX_OVERLAYS}, each once, never the view's own. */
  readonly overlays: readonly Ticker[];
  readonly indicators: readonly ChosenIndicator[];
  /** In the order of {@link ANNOTATION_KINDS}. */
  readonly annotations: readonly AnnotationKind[];
  /** The day up to which bars are replayed; `null` today, and where the bars are not of days. */
  readonly replay: IsoDate | null;
}

/** Whether a view has daily bars. */
export function isOfDays({ range, interval }: Pick<WorkbenchView, 'range' | 'interval'>): boolean {
  return !isWithinDay(range) && interval === 'day';
}

/** Wide enough for the averages, and the forecast can still be seen. */
export const DEFAULT_RANGE = '3M';

const DEFAULTS = {
  range: DEFAULT_RANGE,
  style: 'candles',
  interval: 'day',
  scale: 'linear',
} as const satisfies Partial<WorkbenchView>;

/** Neither a ticker nor an indicator has it, and an address shows it as it is. */
const SEPARATOR = '_';

/** Reads a query string. Each part that is missing or not valid falls back or is left out on its own. */
export function parseWorkbench(search: string): WorkbenchView {
  const params = new URLSearchParams(search);
  const one = <T extends string>(name: string, known: readonly T[], fallback: T): T =>
    known.find((value) => value === params.get(name)) ?? fallback;
  const asked = parseTicker(params.get('ticker') ?? '');
  const ticker = asked.ok ? asked.value : DEFAULT_TICKER;
  const replay = params.get('replay') ?? '';
  const bars = {
    range: one('range', RANGES, DEFAULTS.range),
    interval: one('bars', INTERVALS, DEFAULTS.interval),
  };
  return {
    ticker,
    ...bars,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
    style: one('style', STYLES, DEFAULTS.style),
    minutes: BAR_MINUTES.find((value) => value === params.get('minutes')) ?? null,
    hasExtended: params.get('hours') === 'extended',
    scale: one('scale', SCALES, DEFAULTS.scale),
    hasFan: params.get('fan') !== 'off',
    overlays: overlaysOf(params.get('with') ?? '', ticker),
    indicators: indicatorsOf(params.get('in') ?? ''),
    annotations: annotationsOf(params.get('marks')),
    replay: isOfDays(bars) && parseIsoDate(replay) !== null ? (replay as IsoDate) : null,
  };
}

function annotationsOf(text: string | null): readonly AnnotationKind[] {
  return text === null ? ANNOTATION_KINDS : ANNOTATION_KINDS.filter((kind) => tokens(text).includes(kind));
}

function tokens(text: string): readonly string[] {
  return text === '' ? [] : text.split(SEPARATOR);
}

let latest: { readonly text: string; readonly indicators: readonly ChosenIndicator[] } | null = null;

/** The same list for the same text: what is drawn of it stays while something else of the address changes. */
function indicatorsOf(text: string): readonly ChosenIndicator[] {
  if (latest?.text !== text) {
    const indicators = tokens(text).flatMap((token) => parseIndicator(token) ?? []);
    latest = { text, indicators: indicators.slice(0, MAX_INDICATORS) };
  }
  return latest.indicators;
}

function overlaysOf(text: string, own: Ticker): readonly Ticker[] {
  const tickers = tokens(text).flatMap((token) => {
    const ticker = parseTicker(token);
    return ticker.ok && ticker.value !== own ? [ticker.value] : [];
  });
  return [...new Set(tickers)].slice(0, MAX_OVERLAYS);
}

/** The address of a view, without what is usual; {@link parseWorkbench} of its query gives the view back. */
export function workbenchUrl(view: WorkbenchView): string {
  const { ticker, horizonDays, overlays, indicators } = view;
  const params = new URLSearchParams({ ticker });
  const set = (name: string, value: string, usual: string) => {
    if (value !== usual) params.set(name, value);
  };
  set('days', String(horizonDays), String(DEFAULT_HORIZON_DAYS));
  set('range', view.range, DEFAULTS.range);
  set('style', view.style, DEFAULTS.style);
  set('bars', view.interval, DEFAULTS.interval);
  set('minutes', view.minutes ?? '', '');
  set('hours', view.hasExtended ? 'extended' : '', '');
  set('scale', view.scale, DEFAULTS.scale);
  set('fan', view.hasFan ? 'on' : 'off', 'on');
  set('with', overlays.join(SEPARATOR), '');
  set('in', indicators.map(indicatorToken).join(SEPARATOR), '');
  set('marks', view.annotations.join(SEPARATOR) || 'none', ANNOTATION_KINDS.join(SEPARATOR));
  set('replay', isOfDays(view) ? (view.replay ?? '') : '', '');
  return `/workbench?${params}`;
}

/** Identifies a time axis: where it changes, the zoom is reset. */
export function axisKey(
  ticker: string,
  view: Pick<WorkbenchView, 'range' | 'interval' | 'minutes' | 'hasExtended' | 'replay'>,
): string {
  const { range, interval, minutes, hasExtended, replay } = view;
  const bars = isWithinDay(range) ? `${minutes} ${hasExtended}` : interval;
  return `${ticker} ${range} ${bars}${replay === null ? '' : ' replay'}`;
}

/** Changes the view. `isStep` is a step that Back takes back; without it the address changes in place. */
export type ShowView = (change: Partial<WorkbenchView>, isStep?: boolean) => void;

export function useWorkbenchView(): { readonly view: WorkbenchView; readonly show: ShowView } {
  const [, navigate] = useLocation();
  const search = useSearch();
  const view = useMemo(() => parseWorkbench(search), [search]);
  const show = useCallback<ShowView>(
    (change, isStep = true) => {
      // Read at once, so that two changes of one moment are both kept.
      const current = parseWorkbench(window.location.search);
      const href = workbenchUrl({ ...current, ...change });
      // Choosing what is chosen is no step to go back from.
      if (href !== workbenchUrl(current)) navigate(href, { replace: !isStep });
    },
    [navigate],
  );
  return { view, show };
}
