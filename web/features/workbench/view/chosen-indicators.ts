import {
  getOrCompute,
  INDICATORS,
  isAllowed,
  indicatorLines,
  priceDecimals,
  type Candles,
  type Format,
  type IndicatorKind,
  type QuotedListing,
} from '#compute';

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

/** "Bollinger bands 20, 2". */
export function indicatorLabel({ kind, parameters }: Pick<ChosenIndicator, 'kind' | 'parameters'>): string {
  return [INDICATORS[kind].name, parameters.join(', ')].filter(Boolean).join(' ');
}

export function indicatorWriter(
  format: Format,
  kind: IndicatorKind,
  response: QuotedListing & { readonly current_price: number },
): (value: number, decimals?: number) => string {
  switch (INDICATORS[kind].unit) {
    case 'price':
      return (value, decimals) => format.price(value, response, decimals);
    case 'volume':
      return (value) => {
        if (value === 0) return '0';
        return Number.isNaN(value) ? 'N/A' : `${value < 0 ? '−' : ''}${format.volume(Math.abs(value))}`;
      };
    case 'share':
      return (value) => format.shareTenths(value);
    case 'number': {
      const usual = kind === 'macd' ? Math.max(priceDecimals(response, response.current_price), 2) : 2;
      return (value, decimals = usual) => (Number.isNaN(value) ? 'N/A' : format.fixed(value, decimals));
    }
  }
}

/** Full names of an indicator's lines: "Bollinger bands 20, 2 Upper". */
export function lineLabels(indicator: ChosenIndicator): readonly string[] {
  const { lines } = INDICATORS[indicator.kind];
  const label = indicatorLabel(indicator);
  return lines.map((line) => (lines.length === 1 ? label : `${label} ${line}`));
}

function leastUsed(used: readonly number[]): number {
  const uses = INDICATOR_COLORS.map((_name, color) => used.filter((usedColor) => usedColor === color).length);
  return uses.indexOf(Math.min(...uses));
}

/** Colours for overlays, unused by indicators as far as possible. */
export function overlayColors(
  indicators: readonly Pick<ChosenIndicator, 'color'>[],
  overlays: number,
): readonly number[] {
  const used = indicators.map(({ color }) => color);
  for (let i = 0; i < overlays; i += 1) used.push(leastUsed(used));
  return used.slice(indicators.length);
}

export function withAdded(
  list: readonly ChosenIndicator[],
  kind: IndicatorKind,
  overlays: number,
): readonly ChosenIndicator[] {
  if (list.length >= MAX_INDICATORS) return list;
  return [
    ...list,
    {
      kind,
      parameters: INDICATORS[kind].parameters.map(({ initial }) => initial),
      color: leastUsed([...list.map(({ color }) => color), ...overlayColors(list, overlays)]),
      height: PANE_HEIGHT.initial,
      isHidden: false,
    },
  ];
}

export function withChanged(
  list: readonly ChosenIndicator[],
  at: number,
  change: Partial<ChosenIndicator>,
): readonly ChosenIndicator[] {
  return list.map((each, i) => (i === at ? { ...each, ...change } : each));
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

/** Lines of each indicator, each as long as the candles. */
export type IndicatorLines = readonly (readonly Float64Array[])[];

const LINES = new WeakMap<Candles, Map<string, IndicatorLines[number]>>();

/** Computed once for the same bars. `barsPerYear` is given for intraday bars, whose dates do not tell it. */
export function linesOf(
  candles: Candles,
  indicators: readonly Pick<ChosenIndicator, 'kind' | 'parameters'>[],
  barsPerYear?: number,
): IndicatorLines {
  const computed = getOrCompute(LINES, candles, () => new Map<string, IndicatorLines[number]>());
  return indicators.map(({ kind, parameters }) =>
    getOrCompute(computed, [kind, ...parameters, barsPerYear].join(' '), () =>
      indicatorLines(candles, kind, parameters, barsPerYear),
    ),
  );
}
