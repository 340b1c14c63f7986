import {
  DEFAULT_TICKER,
  getOrCompute,
  INDICATORS,
  isAllowed,
  parseHorizon,
  parseIsoDate,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type IndicatorKind,
  type Interval,
  type IsoDate,
  type Ticker,
} from '#compute';

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
type BarMinutes = keyof typeof BAR_MINUTES;

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

export const INDICATOR_KINDS = Object.keys(INDICATORS) as readonly IndicatorKind[];

/** More indicators than this cannot be told apart. */
export const MAX_INDICATORS = 20;

export const INDICATOR_COLORS = ['series-1', 'series-2', 'series-3', 'series-4', 'series-5'] as const;

/** Heights of a pane below the price, in percent of the total chart height. */
export const PANE_HEIGHT = { min: 10, max: 60, initial: 20 } as const;

export interface ChosenIndicator {
  readonly kind: IndicatorKind;
  /** Values in the definition's order, each within its limits. */
  readonly parameters: readonly number[];
  /** Index into {@link INDICATOR_COLORS}. */
  readonly color: number;
  /** Percent of the total chart height. Ignored unless the indicator has its own pane. */
  readonly height: number;
  readonly isHidden: boolean;
}

export function hasOwnPane({ kind }: ChosenIndicator): boolean {
  return INDICATORS[kind].place === 'own';
}

/** Everything in the URL. */
export interface WorkbenchView {
  /** Or a text that only the server may know. */
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
  /** Placement of the chart, as texts; empty while it shows its range on an automatic price axis. */
  readonly zoom: string;
  readonly prices: string;
}

export function isDaily({ range, interval }: Pick<WorkbenchView, 'range' | 'interval'>): boolean {
  return !isIntraday(range) && interval === 'day';
}

/** Long enough for averages, short enough for the forecast to be visible. */
export const DEFAULT_RANGE = '3M';

/** Does not occur in tickers or indicators, and is not escaped in URLs. */
export const SEPARATOR = '_';

/** Reads a query string. Each missing or invalid part falls back to its default or is left out on its own. */
export function parseWorkbench(search: string): WorkbenchView {
  const params = new URLSearchParams(search);
  const choice = <T extends string>(name: string, known: Readonly<Record<T, string>>) =>
    (Object.keys(known) as T[]).find((value) => value === params.get(name));
  const text = params.get('ticker')?.trim() || DEFAULT_TICKER;
  const parsedTicker = parseTicker(text);
  const ticker = parsedTicker.ok ? parsedTicker.value : (text.toUpperCase() as Ticker);
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
    zoom: params.get('zoom') ?? '',
    prices: params.get('prices') ?? '',
  };
}

export function clampHeight(percent: number): number {
  return Math.min(Math.max(Math.round(percent), PANE_HEIGHT.min), PANE_HEIGHT.max);
}

const HIDDEN = '*off';

/** `sma-20*1`, `rsi-14*2*30*off`: kind, parameters, colour counted from 1, height unless it is the default, and if it is hidden. */
export function indicatorToken(indicator: ChosenIndicator): string {
  const { kind, parameters, color, height, isHidden } = indicator;
  const isDefault = !hasOwnPane(indicator) || height === PANE_HEIGHT.initial;
  const size = isDefault ? '' : `*${height}`;
  return `${[kind, ...parameters].join('-')}*${color + 1}${size}${isHidden ? HIDDEN : ''}`;
}

const PARSED = new Map<string, ChosenIndicator>();

/**
 * Reads a token written by {@link indicatorToken}; `null` if any part differs from that form. The same object for the same
 * token, so that an indicator renders again only if it changes.
 */
export function parseIndicator(token: string): ChosenIndicator | null {
  const isHidden = token.endsWith(HIDDEN);
  const shown = isHidden ? token.slice(0, -HIDDEN.length) : token;
  const [head = '', color = '', height = PANE_HEIGHT.initial] = shown.split('*');
  const [name, ...numbers] = head.split('-');
  const kind = INDICATOR_KINDS.find((known) => known === name);
  if (kind === undefined) return null;
  const expected = INDICATORS[kind].parameters;
  const indicator = {
    kind,
    parameters: numbers.map(Number),
    color: Number(color) - 1,
    height: Number(height),
    isHidden,
  };
  const isValid =
    expected.every((parameter, i) => isAllowed(indicator.parameters[i] ?? Number.NaN, parameter)) &&
    indicator.parameters.length === expected.length &&
    indicator.color in INDICATOR_COLORS &&
    indicator.height === clampHeight(indicator.height);
  return isValid && indicatorToken(indicator) === token ? getOrCompute(PARSED, token, () => indicator) : null;
}

const LISTS = new Map<string, readonly ChosenIndicator[]>();

/** The same list for the same text, so that a change elsewhere in the URL does not redraw the indicators. */
function indicatorsOf(text: string): readonly ChosenIndicator[] {
  return getOrCompute(LISTS, text, () => {
    const indicators = text.split(SEPARATOR).flatMap((token) => parseIndicator(token) ?? []);
    return indicators.slice(0, MAX_INDICATORS);
  });
}

function overlaysOf(text: string, own: Ticker): readonly Ticker[] {
  const tickers = text.split(SEPARATOR).flatMap((token) => {
    const ticker = parseTicker(token);
    return ticker.ok && ticker.value !== own ? [ticker.value] : [];
  });
  return [...new Set(tickers)].slice(0, MAX_OVERLAYS);
}

function paramsOf(view: WorkbenchView): Readonly<Record<string, string>> {
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
    zoom: view.zoom,
    prices: view.prices,
  };
}

const DEFAULT_PARAMS = paramsOf(parseWorkbench(''));

export const WORKBENCH_PATH = '/workbench';

/** The URL of a view, without default values; {@link parseWorkbench} reads it back. */
export function workbenchUrl(view: WorkbenchView): string {
  const params = Object.entries(paramsOf(view)).filter(([name, value]) => value !== DEFAULT_PARAMS[name]);
  return `${WORKBENCH_PATH}?${new URLSearchParams([['ticker', view.ticker], ...params])}`;
}

/** Identifies a time axis; a new key resets the placement. */
export function axisKey(view: WorkbenchView, ticker: string = view.ticker): string {
  const { range, interval, minutes, hasExtended, replay } = view;
  const bars = isIntraday(range) ? `${minutes} ${hasExtended}` : interval;
  return `${ticker} ${range} ${bars}${replay === null ? '' : ' replay'}`;
}
