import { jointForecast, type Estimate } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { IntervalPlot } from '../../shared/charts/interval-plot.tsx';
import { UpcomingCard, useUpcoming } from '../../shared/dates/upcoming-card.tsx';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import type { Exportable } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { onOwnThread } from '../../shared/offthread/compute-client.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DataTable } from '../../shared/ui/data-table.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './holdings-page.module.css';
import { valueOf } from './holdings-view.ts';
import { diversificationText, money, ruleTexts } from './outlook-words.ts';
import { cashCurrency } from './read-positions.ts';
import { ROWS_PER_PAINT, useStage, type Outlook } from './use-outlook.ts';
import { ValueCard } from './value-card.tsx';

/** The answer, the rules that apply, and the cards below, built one by one, so that each layout is short. */
export const Answer = memo(function Answer({ outlook }: { outlook: Outlook }) {
  const { forecast, tickers, factors } = outlook;
  // Rows that follow later are built at once.
  const [steps] = useState(Math.ceil(Math.max(tickers.length, factors.length) / ROWS_PER_PAINT));
  const stage = useStage(2 * steps + 2);
  const rowsDue = (from: number) => (stage < from + steps ? ROWS_PER_PAINT * (stage - from) : Infinity);
  const isBuilt = stage > 2 * steps + 1;
  const upcoming = useUpcoming(isBuilt ? tickers.filter((ticker) => cashCurrency(ticker) === null) : []);
  const notes = ruleTexts(useFormat(), outlook);
  return (
    <>
      <ValueCard outlook={outlook} />
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {forecast && stage > 1 && <PartsCard outlook={outlook} forecast={forecast} rowsDue={rowsDue(1)} />}
      {forecast && stage > steps + 1 && (
        <DiversificationCard outlook={outlook} forecast={forecast} rowsDue={rowsDue(steps + 1)} />
      )}
      {isBuilt && <UpcomingCard {...upcoming} />}
      {isBuilt && forecast && <RecordCard outlook={outlook} />}
      {forecast && !isBuilt && (
        <div className={styles.place}>
          <Skeleton height={800} />
        </div>
      )}
    </>
  );
});

interface JointCardProps {
  readonly outlook: Outlook;
  readonly forecast: NonNullable<Outlook['forecast']>;
  /** The number of the table's rows to build so far. */
  readonly rowsDue: number;
}

/** The holdings in quantities that the reader tries; those with the largest part of the loss before that are first. */
function triedParts(
  { holdings }: Outlook,
  forecast: JointCardProps['forecast'],
  tried: Readonly<Record<string, number>>,
) {
  const held = holdings.map((one) => ({ ...one, quantity: tried[one.ticker] ?? one.quantity }));
  const values = held.map((holding) => valueOf(holding));
  // The parts are those of the last session.
  const trial = jointForecast(forecast.growth.slice(-1), values);
  const rows = held.map(({ ticker, quantity }, i) => {
    const [value = NaN, part = NaN, partBefore = NaN] = [values[i], trial.parts[i], forecast.parts[i]];
    const ofLoss = part / trial.expectedShortfall95;
    return { ticker, quantity, value, ofValue: value / trial.value, ofLoss, partBefore };
  });
  return { ...trial, rows: rows.toSorted((a, b) => b.partBefore - a.partBefore) };
}

const TRY = 'Press + or − to try one more or one less. Nothing is saved.';

/** Each holding's part of the value and of the loss in the tail, and what one share more or less would change. */
const PartsCard = memo(function PartsCard({ outlook, forecast, rowsDue }: JointCardProps) {
  const format = useFormat();
  const { currency, provenance } = outlook;
  const [tried, setTried] = useState<Readonly<Record<string, number>>>({});
  const { rows, valueAtRisk95 } = triedParts(outlook, forecast, tried);
  const [first] = rows;
  if (first === undefined) return null;
  const amount = (value: number) => money(format, value, currency);
  const exportable: Exportable = {
    title: 'Parts of the loss',
    kind: 'estimate',
    rows: () => [
      ['holding', 'quantity', `value ${currency}`, 'part of value', 'part of loss'],
      ...rows.map((row) => [row.ticker, row.quantity, row.value, row.ofValue, row.ofLoss]),
    ],
  };
  return (
    <Card
      title={exportable.title}
      subtitle={`In the worst 1 in 20 outcomes ${first.ticker} brings ${format.share(first.ofLoss)} of the loss, with ${format.share(first.ofValue)} of the value.`}
      menu={<ExportButton exportable={exportable} provenance={provenance} />}
      footer={rowsDue >= rows.length && <span className={styles.try}>{TRY}</span>}
      flush
    >
      <output className={styles.tried}>
        {Object.keys(tried).length > 0 &&
          `With your changes 1 in 20: a loss of ${amount(valueAtRisk95)} or more. Before: ${amount(forecast.valueAtRisk95)}.`}
      </output>
      <DataTable
        label="Holdings by part of the loss"
        headers={['Holding', 'Value', 'Of value', 'Of loss', 'Try']}
        className={styles.table}
        rows={rows.slice(0, rowsDue).map(({ ticker, value, quantity, ofValue, ofLoss }) => ({
          id: ticker,
          cells: [
            cashCurrency(ticker) ? ticker : <AnalysisLink key="link" ticker={ticker} />,
            amount(value),
            format.shareTenths(ofValue),
            format.shareTenths(ofLoss),
            <span key="try" className={styles.steps}>
              {[-1, 1].map((step) => (
                <IconButton
                  key={step}
                  label={`${step < 0 ? 'One less' : 'One more'} ${ticker}`}
                  icon={step < 0 ? Minus : Plus}
                  onClick={() => setTried({ ...tried, [ticker]: Math.max(quantity + step, 0) })}
                />
              ))}
            </span>,
          ],
        }))}
      />
    </Card>
  );
});

/** Shades of a correlation's cell, from none to 1. */
const SHADES = 5;

/** What holding several things saves, and how they moved together: a table whose shades are its picture. */
const DiversificationCard = memo(function DiversificationCard(props: JointCardProps) {
  const { outlook, forecast, rowsDue } = props;
  const format = useFormat();
  const { factors, currency } = outlook;
  const tickers = factors.map(({ ticker }) => ticker);
  if (tickers.length < 2) return null;
  const cell = (value: number, column: number) => {
    const shade = Math.round(Math.abs(value) * SHADES);
    return (
      <span key={column} data-shade={shade} data-opposite={value < 0 || undefined}>
        {format.fixed(value, 2)}
      </span>
    );
  };
  return (
    <Card
      className={styles.below ?? ''}
      title="Diversification"
      subtitle={diversificationText(format, forecast, currency)}
      footer="Correlations of past returns over up to 7 sessions: 1 always moved together, 0 not related, dashed the opposite way."
      flush
    >
      <DataTable
        label="Correlations"
        isLong
        className={styles.correlations}
        headers={['Correlation', ...tickers]}
        rows={tickers.slice(0, rowsDue).map((ticker, i) => ({
          id: ticker,
          cells: [ticker, ...(forecast.correlations[i] ?? []).map(cell)],
        }))}
      />
    </Card>
  );
});

/** The past of exactly these holdings, walked forward. */
function RecordCard({ outlook: { horizonDays, factors, request, values } }: { outlook: Outlook }) {
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['holdings record', horizonDays, factors.map(({ etag }) => etag), request.exposures, values],
    queryFn: async ({ signal }) => onOwnThread((api) => api.jointRecord(request, values), signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const record = data?.ok === true ? data.value : data && null;
  const row = (label: string, estimate: Estimate, stated: number) => {
    const detail = `stated ${format.share(stated)}`;
    return { label, detail, n: record?.n ?? 0, estimate, reference: stated };
  };
  return (
    <Card
      className={styles.below ?? ''}
      title="Track record of these holdings"
      footer="Correlations can break. Options and borrowed money are not covered, and quantities are held constant."
    >
      {record === undefined && <Skeleton height="var(--record-height)" />}
      {record === null && 'The common past of these holdings is too short to score their joint range.'}
      {record && (
        <div className={styles.record}>
          <IntervalPlot
            caption="How often the joint ranges held"
            referenceName="stated"
            rows={[
              row('80% range held', record.coverage80, 0.8),
              row('Losses beyond “1 in 20”', record.breaches95, 0.05),
            ]}
          />
          <p className={styles.basis}>
            {format.count(record.n)} past {record.horizonDays}-day forecasts of exactly these holdings, from{' '}
            {format.isoDate(record.from)} to {format.isoDate(record.to)}, each using only earlier prices. They
            count as {format.count(record.nEffective)} separate ones.
            {record.inSample &&
              ' In-sample: some fall in the period the model was fitted on, which flatters it.'}
          </p>
        </div>
      )}
    </Card>
  );
}
