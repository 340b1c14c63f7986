import { Link } from 'wouter';
import { linearPlace } from '#compute';
import { candlesLayer, CLOSE, volumeLayer } from '../../../shared/charts/price-layers.ts';
import { priceTagLayer } from '../../../shared/charts/forecast-layers.ts';
import { candleFacts, dateFact } from '../../../shared/charts/session-facts.ts';
import styles from '../report/cards.module.css';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import { PriceChartCard, type PriceChartSpec } from './price-chart-card.tsx';

const DEFAULT_CANDLES = 30;

const TECHNICAL: PriceChartSpec = {
  title: 'Technical Chart (Candlestick)',
  titleId: 'chart',
  label: 'Candlestick chart',
  columnNames: ['open', 'high', 'low', 'close', 'volume', 'sma20'],
  spec: {
    series: [
      { scale: 'price' },
      { scale: 'price' },
      { scale: 'price' },
      { scale: 'price' },
      { scale: 'volume' },
      { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 1.5, dash: [6, 4] } },
    ],
    layers: [volumeLayer, candlesLayer, priceTagLayer],
    bottomShare: 0.2,
    cursorSeries: [CLOSE],
  },
  heightPx: 340,
  phoneHeightPx: 240,
  isZoomable: true,
  show(format, { candles, response, analysis }) {
    const { sma20 } = analysis.indicators;
    const { time, open, high, low, close, volume } = candles;
    const last = close.length - 1;
    const value = close[last] ?? Number.NaN;
    const text = format.price(value, response);
    const average = (index: number) => format.price(sma20[index] ?? Number.NaN, response);
    const tail = close.subarray(-DEFAULT_CANDLES);
    const ends = format.prices([Math.min(...tail), Math.max(...tail)], response);
    return {
      summary:
        `${response.ticker} over the last ${tail.length} sessions: closes between ${ends.join(' and ')}, ` +
        `last close ${text}, 20-session average ${average(last)}.`,
      dates: time,
      columns: [open, high, low, close, volume, Array.from(sma20, linearPlace)],
      annotations: {
        tag: { value, text, tone: value >= (open[last] ?? Number.NaN) ? 'gain' : 'loss' },
      },
      readout: (index) => [
        dateFact(format, time[index], 'day'),
        ...candleFacts(format, response, candles, index),
        { label: 'SMA 20', value: average(index), tone: 'accent' },
      ],
      defaultBars: DEFAULT_CANDLES,
      resetKey: response.ticker,
    };
  },
};

export function TechnicalChart({ data }: { data: Listing }) {
  return (
    <PriceChartCard
      data={data}
      spec={TECHNICAL}
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
    />
  );
}

export function WorkbenchLink({ data, view }: { data: Listing; view: Readonly<Record<string, string>> }) {
  const days = hasForecast(data) ? { days: String(data.analysis.forecast.horizonDays) } : {};
  const query = new URLSearchParams({ ticker: data.response.ticker, ...days, ...view });
  return (
    <Link href={`/workbench?${query}`} className={styles.inlineLink ?? ''}>
      Workbench
    </Link>
  );
}
