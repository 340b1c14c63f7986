import {
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
import { navigate } from 'wouter/use-browser-location';
import type { ChartLink, ChosenViewport } from '../../../shared/charts/use-viewport.ts';
import { searchAtom } from '../../../shared/browser/browser-state.ts';
import { atom } from '../../../store.ts';
import { indicatorToken, MAX_INDICATORS, parseIndicator, type ChosenIndicator } from './chosen-indicators.ts';

/** Most overlays on one price; more cannot be told apart. */
export const MAX_OVERLAYS = 4;

/** Ranges of intraday bars: the latest session, and the latest five. */
export const INTRADAY_RANGES = ['1D', '5D'] as const;
export const RANGES = [...INTRADAY_RANGES, ...RANGE_LABELS] as const;

export type WorkbenchRange = (typeof RANGES)[number];

export const BAR_MINUTES = {
  '1': '1 min',
  '5': '5 min',
  '15': '15 min',
  '30': '30 min',
  '60': '1 h',
} as const;
export type BarMinutes = keyof typeof BAR_MINUTES;

export const SHORTEST_MINUTES = { '1D': '1', '5D': '5' } as const;

export function isIntraday(range: WorkbenchRange): range is (typeof INTRADAY_RANGES)[number] {
  return range === '1D' || range === '5D';
}

export const STYLES = { candles: 'Candles', line: 'Line', area: 'Area' } as const;
export type ChartStyle = keyof typeof STYLES;

export const INTERVALS = { day: 'Day', week: 'Week', month: 'Month' } as const;

export const SCALES = { linear: 'Linear', log: 'Log', percent: 'Percent' } as const;
export type PriceScale = keyof typeof SCALES;

export const ANNOTATION_KINDS = ['events', 'forecasts', 'alerts'] as const;
export type AnnotationKind = (typeof ANNOTATION_KINDS)[number];

/** Everything in the URL except the zoom. */
export interface WorkbenchView {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  readonly range: WorkbenchRange;
  readonly style: ChartStyle;
  readonly interval: Interval;
  /** Length of intraday bars. `null`, or anything shorter than the range offers, means the range's own length. */
  readonly minutes: BarMinutes | null;
  readonly hasExtended: boolean;
  readonly scale: PriceScale;
  readonly hasFan: boolean;
  /** Listings compared on the percent scale: up to {@link MAX_OVERLAYS}, each once, never the view's own. */
  readonly overlays: readonly Ticker[];
  readonly indicators: readonly ChosenIndicator[];
  /** In the order of {@link ANNOTATION_KINDS}. */
  readonly annotations: readonly AnnotationKind[];
  /** The day up to which daily bars are replayed; `null` without a replay. */
  readonly replay: IsoDate | null;
}

export function isDaily({ range, interval }: Pick<WorkbenchView, 'range' | 'interval'>): boolean {
  return !isIntraday(range) && interval === 'day';
}

/** Long enough for averages, short enough for the forecast to be visible. */
export const DEFAULT_RANGE = '3M';

/** Does not occur in tickers or indicators, and is not escaped in URLs. */
const SEPARATOR = '_';

/** Reads a query string. Each missing or invalid part falls back to its default or is left out on its own. */
export function parseWorkbench(search: string): WorkbenchView {
  const params = new URLSearchParams(search);
  const choice = <T extends string>(name: string, known: Readonly<Record<T, string>>) =>
    (Object.keys(known) as T[]).find((value) => value === params.get(name));
  const parsedTicker = parseTicker(params.get('ticker') ?? '');
  const ticker = parsedTicker.ok ? parsedTicker.value : DEFAULT_TICKER;
  const marks = params.get('marks')?.split(SEPARATOR);
  const replay = params.get('replay') ?? '';
  const bars = {
    range: RANGES.find((range) => range === params.get('range')) ?? DEFAULT_RANGE,
    interval: choice('bars', INTERVALS) ?? 'day',
  };
  return {
    ticker,
    ...bars,
    horizonDays: parseHorizon(params.get('days')),
    style: choice('style', STYLES) ?? 'candles',
    minutes: choice('minutes', BAR_MINUTES) ?? null,
    hasExtended: params.get('hours') === 'extended',
    scale: choice('scale', SCALES) ?? 'linear',
    hasFan: params.get('fan') !== 'off',
    overlays: overlaysOf(params.get('with') ?? '', ticker),
    indicators: indicatorsOf(params.get('in') ?? ''),
    annotations: ANNOTATION_KINDS.filter((kind) => marks?.includes(kind) ?? true),
    replay: isDaily(bars) && parseIsoDate(replay) !== null ? (replay as IsoDate) : null,
  };
}

function indicatorsOf(text: string): readonly ChosenIndicator[] {
  const indicators = text.split(SEPARATOR).flatMap((token) => parseIndicator(token) ?? []);
  return indicators.slice(0, MAX_INDICATORS);
}

function overlaysOf(text: string, own: Ticker): readonly Ticker[] {
  const tickers = text.split(SEPARATOR).flatMap((token) => {
    const ticker = parseTicker(token);
    return ticker.ok && ticker.value !== own ? [ticker.value] : [];
  });
  return [...new Set(tickers)].slice(0, MAX_OVERLAYS);
}

function paramsOf(view: WorkbenchView, zoom: string): Readonly<Record<string, string>> {
  return {
    days: String(view.horizonDays),
    range: view.range,
    style: view.style,
    bars: view.interval,
    minutes: view.minutes ?? '',
    hours: view.hasExtended ? 'extended' : '',
    scale: view.scale,
    fan: view.hasFan ? 'on' : 'off',
    with: view.overlays.filter((other) => other !== view.ticker).join(SEPARATOR),
    in: view.indicators.map(indicatorToken).join(SEPARATOR),
    marks: view.annotations.join(SEPARATOR) || 'none',
    replay: isDaily(view) ? (view.replay ?? '') : '',
    zoom,
  };
}

const DEFAULT_PARAMS = paramsOf(parseWorkbench(''), '');

/** The URL of a view, without default values; {@link parseWorkbench} reads it back. */
export function workbenchUrl(view: WorkbenchView, zoom = ''): string {
  const params = Object.entries(paramsOf(view, zoom)).filter(
    ([name, value]) => value !== DEFAULT_PARAMS[name],
  );
  return `/workbench?${new URLSearchParams([['ticker', view.ticker], ...params])}`;
}

/** Identifies a time axis; a new key resets the zoom. */
export function axisKey(view: WorkbenchView, ticker: string = view.ticker): string {
  const { range, interval, minutes, hasExtended, replay } = view;
  const bars = isIntraday(range) ? `${minutes} ${hasExtended}` : interval;
  return `${ticker} ${range} ${bars}${replay === null ? '' : ' replay'}`;
}

/** Changes the view. Unless `isEntry`, it replaces the current history entry. */
export function show(change: Partial<WorkbenchView>, isEntry = true): void {
  // Reads the current URL, so that two changes in the same tick are both kept.
  const { search } = window.location;
  const current = parseWorkbench(search);
  const next = { ...current, ...change };
  if (workbenchUrl(next) === workbenchUrl(current)) return;
  const isSameAxis = axisKey(next) === axisKey(current);
  navigate(workbenchUrl(next, isSameAxis ? zoomTextOf(search) : ''), { replace: !isEntry });
}

function zoomTextOf(search: string): string {
  return new URLSearchParams(search).get('zoom') ?? '';
}

const indicatorsTextAtom = atom((get) => new URLSearchParams(get(searchAtom)).get('in') ?? '');

/** The same list while its text is the same, so that a change elsewhere in the URL does not redraw the indicators. */
const indicatorsAtom = atom((get) => indicatorsOf(get(indicatorsTextAtom)));

const viewSearchAtom = atom((get) => get(searchAtom).replace(/&zoom=[^&]*/, ''));

/** The same object while only the zoom changes. */
export const urlViewAtom = atom((get): WorkbenchView => ({
  ...parseWorkbench(get(viewSearchAtom)),
  indicators: get(indicatorsAtom),
}));

/** The day that a replay has moved to, and the URL's. */
const movedAtom = atom<{ readonly from: IsoDate; readonly day: IsoDate } | null>(null);

/** The view with the replay day that is on screen, which the URL follows after a pause. */
export const viewAtom = atom((get): WorkbenchView => {
  const [view, moved] = [get(urlViewAtom), get(movedAtom)];
  return moved?.from === view.replay ? { ...view, replay: moved.day } : view;
});

export const moveReplayAtom = atom(null, (get, set, day: IsoDate) => {
  const { replay } = get(urlViewAtom);
  set(movedAtom, replay && { from: replay, day });
});

/** "bars_hidden", for a view of the past "bars_hidden_end": see {@link ChosenViewport}. */
function zoomToken({ view, end }: ChosenViewport): string {
  const hidden = Math.round(view.hidden);
  return [Math.round(view.bars), hidden, ...(hidden > 0 ? [end] : [])].join('_');
}

function parseZoom(text: string, key: string): ChosenViewport | null {
  const [bars = 0, hidden = Number.NaN, end = Infinity] = text.split(SEPARATOR).map(Number);
  const isValid = bars > 0 && Number.isInteger(bars + hidden) && !Number.isNaN(end);
  return isValid ? { key, view: { bars, hidden }, end } : null;
}

const zoomTextAtom = atom((get) => zoomTextOf(get(searchAtom)));

const axisKeyAtom = atom((get) => axisKey(get(urlViewAtom)));

/** The zoom on screen, and the URL's when it was chosen. */
const zoomedAtom = atom<{ readonly from: string; readonly chosen: ChosenViewport | null }>({
  from: '',
  chosen: null,
});

export const LINK: ChartLink = {
  cursorAtom: atom<number | null>(null),
  viewAtom: atom(
    (get) => {
      const [text, key, { from, chosen }] = [get(zoomTextAtom), get(axisKeyAtom), get(zoomedAtom)];
      // The previous chart keeps its zoom until another one replaces it.
      const isPrevious = text === '' && chosen !== null && chosen.key !== key;
      return from === text || isPrevious ? chosen : parseZoom(text, key);
    },
    (get, set, chosen: ChosenViewport | null) => set(zoomedAtom, { from: get(zoomTextAtom), chosen }),
  ),
};

/** Whether the chart no longer shows its range. */
export const isZoomedAtom = atom((get) => get(LINK.viewAtom)?.key === get(axisKeyAtom));

/** Writes the zoom on screen into the URL, in place of the history entry. */
export const saveZoomAtom = atom(null, (get, set) => {
  const zoom = get(LINK.viewAtom);
  const text = zoom?.key === get(axisKeyAtom) ? zoomToken(zoom) : '';
  if (text === get(zoomTextAtom)) return;
  set(zoomedAtom, { from: text, chosen: zoom });
  navigate(workbenchUrl(get(urlViewAtom), text), { replace: true });
});
