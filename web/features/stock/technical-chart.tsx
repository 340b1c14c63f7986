import { useCallback, useMemo } from 'react';
import { candlesLayer } from '../../shared/chart/candles-layer.ts';
import { ChartFigure } from '../../shared/chart/chart-figure.tsx';
import type { ChartLink } from '../../shared/chart/chart-link.ts';
import type { ReadoutItem } from '../../shared/chart/chart-readout.tsx';
import type { ChartSpec } from '../../shared/chart/chart-spec.ts';
import { priceTagLayer } from '../../shared/chart/price-tag-layer.ts';
import { volumeLayer } from '../../shared/chart/volume-layer.ts';
import { formatVolume } from '../../shared/format/compact.ts';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatPrice } from '../../shared/format/money.ts';
import { useWritten } from '../../shared/settings/writing-key.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';
import type { ListingData } from './state.ts';

const COLUMN_NAMES = ['open', 'high', 'low', 'close', 'volume', 'sma20'];

const CHART_HEIGHT_PX = 340;

/** Spec section 9: the last 30 candles and the last 30 points of the average; the rest is one drag away. */
export const DEFAULT_CANDLES = 30;

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
export function TechnicalChart({ data, link }: { data: ListingData; link: ChartLink }) {
  const { candles, analysis, response } = data;
  const { currency } = response;
  const { sma20 } = analysis.indicators;
  const last = candles.close.length - 1;

  const columns = useMemo(() => {
    const { open, high, low, close, volume } = candles;
    return [
      open,
      high,
      low,
      close,
      volume,
      Array.from(sma20, (value) => (Number.isNaN(value) ? null : value)),
    ];
  }, [candles, sma20]);

  const readout = useCallback(
    (index: number): ReadoutItem[] => {
      const at = (column: Float64Array) => column[index] ?? Number.NaN;
      const price = (column: Float64Array) => formatPrice(at(column), currency);
      return [
        { label: 'Date', value: formatSessionDate(at(candles.time), 'weekday'), isPlain: true },
        { label: 'O', value: price(candles.open) },
        { label: 'H', value: price(candles.high) },
        { label: 'L', value: price(candles.low) },
        {
          label: 'C',
          value: price(candles.close),
          tone: at(candles.close) >= at(candles.open) ? 'gain' : 'loss',
        },
        { label: 'Vol', value: formatVolume(at(candles.volume)) },
        { label: 'SMA 20', value: price(sma20), tone: 'accent' },
      ];
    },
    [candles, sma20, currency],
  );
  const formatAxis = useCallback(
    (price: number, decimals: number) => formatPrice(price, currency, decimals),
    [currency],
  );
  const marks = useWritten(() => {
    const value = candles.close[last] ?? Number.NaN;
    const tone = value >= (candles.open[last] ?? Number.NaN) ? ('gain' as const) : ('loss' as const);
    return { tag: { value, text: formatPrice(value, currency), tone } };
  }, [candles, last, currency]);

  const tail = candles.close.subarray(-DEFAULT_CANDLES);
  const summary =
    `${response.ticker}, the last ${tail.length} sessions: closes between ${formatPrice(Math.min(...tail), currency)} and ` +
    `${formatPrice(Math.max(...tail), currency)}, the last at ${formatPrice(tail.at(-1) ?? Number.NaN, currency)}, the ` +
    `20-session average at ${formatPrice(sma20.at(-1) ?? Number.NaN, currency)}.`;
  return (
    <Card
      title="Technical Chart (Candlestick)"
      flush
      actions={
        <span className={styles.note}>
          Hollow: close ≥ open <span className={styles.dash} aria-hidden="true" /> SMA 20
        </span>
      }
    >
      <ChartFigure
        label="Candlestick chart"
        summary={summary}
        spec={SPEC}
        dates={candles.time}
        columns={columns}
        marks={marks}
        columnNames={COLUMN_NAMES}
        heightPx={CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={DEFAULT_CANDLES}
        resetKey={response.ticker}
        readout={readout}
        restIndex={last}
        isZoomable
        link={link}
      />
    </Card>
  );
}
