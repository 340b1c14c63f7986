import { useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../../shared/format/use-format.ts';
import { candlesLayer, volumeLayer } from '../../../shared/charts/price-layers.ts';
import { priceTagLayer } from '../../../shared/charts/forecast-layers.ts';
import { ChartFigure, usePriceAxis } from '../../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import { withGaps, type ChartSpec } from '../../../shared/charts/chart-spec.ts';
import { candleFacts, dateFact } from '../../../shared/charts/session-facts.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { Card } from '../../../shared/ui/card.tsx';
import styles from '../report/cards.module.css';
import { usePhone } from '../use-screen.ts';
import { hasForecast, provenanceOf, type ListingData } from '../listing-data.ts';

const COLUMN_NAMES = ['open', 'high', 'low', 'close', 'volume', 'sma20'];

const CHART_HEIGHT_PX = 340;
const PHONE_CHART_HEIGHT_PX = 240;

/** Candles and average points shown at first; dragging shows the rest of the history. */
const DEFAULT_CANDLES = 30;

/** Series: open, high, low, close, volume, SMA 20. */
const SPEC: ChartSpec = {
  series: [
    { scale: 'price' },
    { scale: 'price' },
    { scale: 'price' },
    { scale: 'price' },
    { scale: 'volume' },
    { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 1.5, dash: [6, 4] } },
  ],
  layers: [volumeLayer(5, 1, 4), candlesLayer(1), priceTagLayer],
  bottomShare: 0.2,
};

/** Candles with volume and the 20-period simple moving average, from the last 30 back through the whole history. */
export function TechnicalChart({ data }: { data: ListingData }) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const { sma20 } = analysis.indicators;
  const last = candles.close.length - 1;
  const chart = useRef<ExportableChart>(null);
  const isPhone = usePhone();

  const columns = useMemo(() => {
    const { open, high, low, close, volume } = candles;
    return [open, high, low, close, volume, withGaps(sma20)];
  }, [candles, sma20]);

  const readout = (index: number): ReadoutItem[] => [
    dateFact(format, candles.time[index]),
    ...candleFacts(candles, index, { format, quoted: response }),
    { label: 'SMA 20', value: format.price(sma20[index] ?? Number.NaN, response), tone: 'accent' },
  ];
  const formatAxis = usePriceAxis(response);
  const annotations = useMemo(() => {
    const value = candles.close[last] ?? Number.NaN;
    const tone = value >= (candles.open[last] ?? Number.NaN) ? ('gain' as const) : ('loss' as const);
    return { tag: { value, text: format.price(value, response), tone } };
  }, [candles, last, response, format]);

  const tail = candles.close.subarray(-DEFAULT_CANDLES);
  const summary =
    `${response.ticker} over the last ${tail.length} sessions: closes between ${format.prices([Math.min(...tail), Math.max(...tail)], response).join(' and ')}, last close ${format.price(tail.at(-1) ?? Number.NaN, response)}, ` +
    `20-session average ${format.price(sma20.at(-1) ?? Number.NaN, response)}.`;
  return (
    <Card
      title="Technical Chart (Candlestick)"
      titleId="chart"
      flush
      actions={
        <>
          <span className={styles.note}>
            Hollow = up <span className={styles.dash} aria-hidden="true" /> SMA 20
          </span>
          <span className={styles.note}>
            <WorkbenchLink data={data} view={{ in: 'sma-20*1' }} />
          </span>
        </>
      }
      menu={
        <ExportMenu
          title="Technical Chart (Candlestick)"
          chart={chart}
          provenance={provenanceOf(format, data)}
        />
      }
    >
      <ChartFigure
        ref={chart}
        label="Candlestick chart"
        summary={summary}
        spec={SPEC}
        dates={candles.time}
        columns={columns}
        annotations={annotations}
        columnNames={COLUMN_NAMES}
        quoted={response}
        heightPx={isPhone ? PHONE_CHART_HEIGHT_PX : CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={DEFAULT_CANDLES}
        resetKey={response.ticker}
        readout={readout}
        restIndex={last}
        isZoomable
      />
    </Card>
  );
}

interface WorkbenchLinkProps {
  readonly data: ListingData;
  /** More URL parameters, as the workbench reads them. */
  readonly view: Readonly<Record<string, string>>;
}

/** Opens a listing in the chart workbench, which reuses the data that this page has loaded. */
export function WorkbenchLink({ data, view }: WorkbenchLinkProps) {
  const days = hasForecast(data) ? { days: String(data.analysis.forecast.horizonDays) } : {};
  const query = new URLSearchParams({ ticker: data.response.ticker, ...days, ...view });
  return (
    <Link href={`/workbench?${query}`} className={styles.inlineLink ?? ''}>
      Workbench
    </Link>
  );
}
