import { lazy, useMemo, useRef, useState } from 'react';
import type { ChartLink } from '../../shared/chart/chart-link.ts';
import { Sparkline } from '../../shared/chart/sparkline.tsx';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatFixed } from '../../shared/format/conventions.ts';
import { formatPrice } from '../../shared/format/money.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Part } from '../../shared/ui/part.tsx';
import styles from './cards.module.css';
import { indicatorTails } from './indicator-tails.ts';
import { RSI_LEVELS } from './rsi-levels.ts';
import type { ListingData } from './state.ts';

const SPARK_HEIGHT_PX = 96;

const loadCharts = () => import('./indicator-charts.tsx');
const loadAhead = () => void loadCharts().catch(() => undefined);
const IndicatorCharts = lazy(async () => ({ default: (await loadCharts()).IndicatorCharts }));

/**
 * RSI, EMA and MACD over the last 20 sessions, each only where it is defined. They open as full charts, which move together
 * with the candles.
 */
export function IndicatorsCard({ data, link }: { data: ListingData; link: ChartLink }) {
  const [isOpen, setOpen] = useState(false);
  const { currency } = data.response;
  const { rsi, ema, macd } = useMemo(() => indicatorTails(data.analysis.indicators), [data.analysis]);
  const drawings = useRef<HTMLDivElement>(null);
  const isEmpty = rsi === null && ema === null && macd === null;
  const sparklines = (
    <div ref={drawings} className={styles.indicators}>
      {rsi && (
        <section className={`${styles.indicator} ${styles.withLevels}`}>
          <h3>
            RSI (14) <span>{formatFixed(rsi.last, 2)}</span>
          </h3>
          <Sparkline
            values={rsi.values}
            levels={RSI_LEVELS}
            heightPx={SPARK_HEIGHT_PX}
            label={`RSI over ${rsi.values.length} sessions, now ${formatFixed(rsi.last, 2)}`}
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
            MACD <span>{formatFixed(macd.last, 2)}</span>
          </h3>
          <Sparkline
            values={macd.values}
            bars={macd.histogram}
            heightPx={SPARK_HEIGHT_PX}
            label={`MACD line and histogram over ${macd.values.length} sessions, now ${formatFixed(macd.last, 2)}`}
          />
          <p className={styles.legend}>
            <span>Signal: {macd.lastSignal === null ? 'N/A' : formatFixed(macd.lastSignal, 2)}</span>{' '}
            <span>Hist: {macd.lastHistogram === null ? 'N/A' : formatFixed(macd.lastHistogram, 2)}</span>
          </p>
        </section>
      )}
    </div>
  );
  return (
    <Card
      title="Technical Indicators"
      subtitle={isOpen ? 'Zoom, pan and crosshair are shared with the candles' : 'Last 20 sessions'}
      actions={
        !isEmpty && (
          <>
            {!isOpen && (
              <ExportButtons
                exportable={{
                  title: 'Technical Indicators, last 20 sessions',
                  kind: 'prices',
                  rows: async () => (await import('./listing-rows.ts')).indicatorRows(data),
                }}
                picture={drawings}
              />
            )}
            <Button
              size="sm"
              aria-expanded={isOpen}
              onPointerEnter={loadAhead}
              onFocus={loadAhead}
              onClick={() => setOpen(!isOpen)}
            >
              Full charts
            </Button>
          </>
        )
      }
    >
      {isEmpty && <p className={styles.quiet}>The price history is too short for indicators.</p>}
      {isOpen ? (
        <Part waiting={sparklines}>
          <IndicatorCharts data={data} link={link} />
        </Part>
      ) : (
        sparklines
      )}
    </Card>
  );
}
