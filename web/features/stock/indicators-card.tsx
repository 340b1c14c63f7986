import { useMemo } from 'react';
import { Sparkline } from '../../shared/chart/sparkline.tsx';
import { formatPrice } from '../../shared/format/money.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';
import { indicatorTails } from './indicator-tails.ts';
import type { StockData } from './state.ts';

/** Spec section 9. */
const RSI_LEVELS = [
  { value: 70, label: 'Overbought (70)', side: 'above' },
  { value: 30, label: 'Oversold (30)', side: 'below' },
] as const;

const SPARK_HEIGHT_PX = 96;

/** RSI, EMA and MACD over the last 20 sessions, each only where it is defined. */
export function IndicatorsCard({ data }: { data: StockData }) {
  const { currency } = data.response;
  const { rsi, ema, macd } = useMemo(() => indicatorTails(data.analysis.indicators), [data.analysis]);
  return (
    <Card title="Technical Indicators" subtitle="Last 20 sessions">
      {rsi === null && ema === null && macd === null && (
        <p className={styles.quiet}>The price history is too short for indicators.</p>
      )}
      <div className={styles.indicators}>
        {rsi && (
          <section className={`${styles.indicator} ${styles.withLevels}`}>
            <h3>
              RSI (14) <span>{rsi.last.toFixed(2)}</span>
            </h3>
            <Sparkline
              values={rsi.values}
              levels={RSI_LEVELS}
              heightPx={SPARK_HEIGHT_PX}
              label={`RSI over ${rsi.values.length} sessions, now ${rsi.last.toFixed(2)}`}
            />
          </section>
        )}
        {ema && (
          <section className={styles.indicator}>
            <h3>
              EMA (20) <span>{formatPrice(ema.last, currency)}</span>
            </h3>
            <Sparkline
              values={ema.values}
              heightPx={SPARK_HEIGHT_PX}
              label={`EMA over ${ema.values.length} sessions, now ${formatPrice(ema.last, currency)}`}
            />
          </section>
        )}
        {macd && (
          <section className={styles.indicator}>
            <h3>
              MACD <span>{macd.last.toFixed(2)}</span>
            </h3>
            <Sparkline
              values={macd.values}
              bars={macd.histogram}
              heightPx={SPARK_HEIGHT_PX}
              label={`MACD line and histogram over ${macd.values.length} sessions, now ${macd.last.toFixed(2)}`}
            />
            <p className={styles.legend}>
              <span>Signal: {macd.lastSignal?.toFixed(2) ?? 'N/A'}</span>{' '}
              <span>Hist: {macd.lastHistogram?.toFixed(2) ?? 'N/A'}</span>
            </p>
          </section>
        )}
      </div>
    </Card>
  );
}
