import type { ReactNode } from 'react';
import { priceDecimals } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Sparkline, trendInWords, type SparklineProps } from '../../../shared/charts/sparkline.tsx';
import { classNames } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { extremeLevels } from '../../../shared/charts/price-layers.ts';
import styles from '../report/cards.module.css';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { WorkbenchLink } from './technical-chart.tsx';

const TAIL_POINTS = 20;

const SPARK_HEIGHT_PX = 72;

export function IndicatorsCard({ data }: { data: Listing }) {
  const format = useFormat();
  const { response } = data;
  const { indicators } = data.analysis;
  const [rsi, ema, macd] = [tailOf(indicators.rsi14), tailOf(indicators.ema20), tailOf(indicators.macd)];
  const [signal, histogram] = [tailOf(indicators.macdSignal), tailOf(indicators.macdHistogram)];
  const plain = (value = Number.NaN) => format.fixed(value, 2);
  const decimals = Math.max(priceDecimals(response, response.current_price), 2);
  const ofPrice = (value = Number.NaN) => format.fixed(value, decimals);
  const isEmpty = rsi === null && ema === null && macd === null;
  return (
    <Card
      title="Technical Indicators"
      titleId="indicators"
      subtitle="Last 20 sessions"
      actions={
        !isEmpty && (
          <span className={styles.note}>
            <WorkbenchLink data={data} view={{ in: 'ema-20*1_rsi-14*2_macd-12-26-9*3' }} />
          </span>
        )
      }
    >
      {isEmpty && <p className={styles.quiet}>The price history is too short for indicators.</p>}
      <div className={styles.indicators}>
        {rsi && <Tail name="RSI (14)" spoken="RSI" tail={rsi} write={plain} levels={extremeLevels(70, 30)} />}
        {ema && (
          <Tail name="EMA (20)" spoken="EMA" tail={ema} write={(value) => format.price(value, response)} />
        )}
        {macd && (
          <Tail
            name="MACD"
            spoken="MACD line and histogram"
            tail={macd}
            write={ofPrice}
            bars={histogram?.values ?? []}
          >
            <p className={styles.legend}>
              <span>Signal: {ofPrice(signal?.last)}</span> <span>Hist: {ofPrice(histogram?.last)}</span>
            </p>
          </Tail>
        )}
      </div>
    </Card>
  );
}

type TailProps = Pick<SparklineProps, 'levels' | 'bars'> & {
  readonly name: string;
  readonly spoken: string;
  readonly tail: NonNullable<ReturnType<typeof tailOf>>;
  readonly write: (value: number) => string;
  readonly children?: ReactNode;
};

function Tail({ name, spoken, tail: { values, last }, write, children, ...drawn }: TailProps) {
  return (
    <section className={classNames(styles.indicator, drawn.levels && styles.withLevels)}>
      <h3>
        {name} <span>{write(last)}</span>
      </h3>
      <Sparkline
        {...drawn}
        values={values}
        heightPx={SPARK_HEIGHT_PX}
        label={`${spoken} over ${values.length} sessions: ${trendInWords(values, write)}`}
      />
      {children}
    </section>
  );
}

/** The defined values among the last 20 points, oldest first, and the last one; `null` if there is none. */
export function tailOf(values: Float64Array) {
  const defined = [...values.subarray(-TAIL_POINTS)].filter(Number.isFinite);
  const last = defined.at(-1);
  return last === undefined ? null : { values: defined, last };
}
