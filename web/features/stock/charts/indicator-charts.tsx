import { useMemo, useRef } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ChartFigure } from '../../../shared/charts/chart-figure.tsx';
import type { ChartLink } from '../../../shared/charts/use-viewport.ts';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import { dateFact } from '../../../shared/charts/session-facts.ts';
import { withGaps, type ChartSpec } from '../../../shared/charts/chart-spec.ts';
import { histogramLayer, levelsLayer, RSI_LEVELS } from '../../../shared/charts/indicator-layers.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import styles from './indicator-charts.module.css';
import type { ListingData } from '../listing-data.ts';
import { DEFAULT_CANDLES } from './technical-chart.tsx';

const CHART_HEIGHT_PX = 180;
const RSI_SPEC: ChartSpec = {
  series: [{ scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } }],
  layers: [levelsLayer(RSI_LEVELS)],
  contain: [20, 80],
};

const EMA_SPEC: ChartSpec = {
  series: [
    { scale: 'price', line: { color: (theme) => theme['text-3'], widthPx: 1 } },
    { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 2 } },
  ],
  layers: [],
};

const MACD_SPEC: ChartSpec = {
  series: [
    { scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } },
    { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 1.5, dash: [6, 4] } },
    { scale: 'price' },
  ],
  layers: [histogramLayer(3)],
  contain: [0, 0],
};

/** RSI, EMA and MACD as full charts, one below the other. Zoom, pan and crosshair are those of `link`. */
export function IndicatorCharts({ data, link }: { data: ListingData; link: ChartLink }) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const { indicators } = analysis;
  const panes = useMemo(
    () => ({
      rsi: [{ label: 'RSI', values: indicators.rsi14 }],
      ema: [
        { label: 'Close', values: candles.close },
        { label: 'EMA 20', values: indicators.ema20, tone: 'accent' },
      ],
      macd: [
        { label: 'MACD', values: indicators.macd },
        { label: 'Signal', values: indicators.macdSignal, tone: 'accent' },
        { label: 'Hist', values: indicators.macdHistogram },
      ],
    }),
    [candles, indicators],
  ) satisfies Readonly<Record<string, readonly Line[]>>;
  const price = (value: number) => format.price(value, response.currency);
  const plain = (value: number) => format.fixed(value, 2);
  const common = { data, link };
  return (
    <div className={styles.panes}>
      <Pane {...common} title="RSI (14)" spec={RSI_SPEC} lines={panes.rsi} write={plain} />
      <Pane {...common} title="EMA (20)" spec={EMA_SPEC} lines={panes.ema} write={price} />
      <Pane {...common} title="MACD (12, 26, 9)" spec={MACD_SPEC} lines={panes.macd} write={plain} />
    </div>
  );
}

interface Line {
  readonly label: string;
  readonly values: Float64Array;
  readonly tone?: 'accent';
}

interface PaneProps {
  readonly title: string;
  readonly spec: ChartSpec;
  /** As the series of `spec`. */
  readonly lines: readonly Line[];
  readonly write: (value: number) => string;
  readonly data: ListingData;
  readonly link: ChartLink;
}

/** One indicator over the whole history. */
function Pane({ title, spec, lines, write, data, link }: PaneProps) {
  const format = useFormat();
  const chart = useRef<ExportableChart>(null);
  const { time } = data.candles;
  const last = time.length - 1;
  const columns = useMemo(() => lines.map(({ values }) => withGaps(values)), [lines]);
  const readout = (index: number): ReadoutItem[] => [
    dateFact(format, time[index]),
    ...lines.map(({ label, values, tone }) => ({
      label,
      value: write(values[index] ?? Number.NaN),
      ...(tone && { tone }),
    })),
  ];
  const facts = lines.map(({ label, values }) => `${label} ${write(values[last] ?? Number.NaN)}`);
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h3>{title}</h3>
        <ExportMenu title={title} chart={chart} />
      </div>
      <ChartFigure
        ref={chart}
        label={`${title} chart`}
        summary={`${data.response.ticker}, the last session: ${facts.join(', ')}.`}
        spec={spec}
        dates={time}
        columns={columns}
        columnNames={lines.map((line) => line.label)}
        heightPx={CHART_HEIGHT_PX}
        formatAxis={write}
        defaultBars={DEFAULT_CANDLES}
        resetKey={data.response.ticker}
        readout={readout}
        restIndex={last}
        isZoomable
        link={link}
      />
    </section>
  );
}
