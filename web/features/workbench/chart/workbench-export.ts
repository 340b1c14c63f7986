import type { Exportable } from '../../../shared/export/export-files.ts';
import { hasOwnPane, lineLabels, type ChosenIndicator } from './chosen-indicators.ts';
import { finite, type WorkbenchSeries } from './workbench-series.ts';
import type { PriceScale } from '../workbench-url.ts';

const PRICE_NAMES = ['open', 'high', 'low', 'close'];
const FAN_NAMES = ['median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];

/** Names of the price chart's columns, in the order of its spec. */
export function priceColumnNames(
  { forecast, overlays }: Pick<WorkbenchSeries, 'forecast' | 'overlays'>,
  indicators: readonly ChosenIndicator[],
  scale: PriceScale,
): readonly string[] {
  const onScale = (names: readonly string[]) =>
    scale === 'percent' ? names.map((name) => `${name} %`) : names;
  const overPrice = indicators.filter((one) => !hasOwnPane(one));
  return [
    ...onScale(PRICE_NAMES),
    // A number of shares in every scale.
    'volume',
    ...onScale(forecast === null ? [] : FAN_NAMES),
    ...overlays.map(({ ticker }) => `${ticker} %`),
    ...onScale(overPrice.flatMap(lineLabels)),
  ];
}

interface PaneSources {
  readonly indicators: readonly ChosenIndicator[];
  readonly series: Pick<WorkbenchSeries, 'dates' | 'lines'>;
  /** A row's first cell, from its date. */
  readonly rowName: (epochSeconds: number) => string;
}

/** The price chart's table with the values of the panes, in their own units. */
export function withPanes(price: Exportable, { indicators, series, rowName }: PaneSources): Exportable {
  const columns = indicators.flatMap((one, at) =>
    hasOwnPane(one) ? lineLabels(one).map((name, line) => ({ name, values: series.lines[at]?.[line] })) : [],
  );
  return {
    ...price,
    async rows() {
      const [head = [], ...rows] = await price.rows();
      const from = series.dates.findIndex((date) => rowName(date) === rows[0]?.[0]);
      return [
        head.concat(columns.map(({ name }) => name)),
        ...rows.map((row, i) => row.concat(columns.map(({ values }) => finite(values?.[from + i])))),
      ];
    },
  };
}

/** One picture of several canvases of the same width, one below the other; `null` without any. */
export function joinCanvases(parts: readonly HTMLCanvasElement[]): HTMLCanvasElement | null {
  const joined = document.createElement('canvas');
  joined.width = Math.max(0, ...parts.map(({ width }) => width));
  joined.height = parts.reduce((sum, { height }) => sum + height, 0);
  const ctx = joined.getContext('2d');
  if (parts.length === 0 || ctx === null) return null;
  let top = 0;
  for (const part of parts) {
    ctx.drawImage(part, 0, top);
    top += part.height;
  }
  return joined;
}
