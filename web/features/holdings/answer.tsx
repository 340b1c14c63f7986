import { correlations } from '#compute';
import { Minus, Plus } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { UpcomingCard, useUpcoming } from '../../shared/dates/upcoming-card.tsx';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import type { Exportable } from '../../shared/format/exportable.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DataTable, DefinitionList } from '../../shared/ui/data-table.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { cashCurrency } from '../../shared/user/holdings.ts';
import styles from './holdings-page.module.css';
import { valueOf } from './holdings-view.ts';
import { diversificationText, money, recordFacts, recordText, ruleTexts } from './outlook-words.ts';
import { useJointForecast, useRecord, useStage, type Outlook } from './use-outlook.ts';
import { ValueCard } from './value-card.tsx';

/** The answer, the rules that apply, and the cards below, each built in a task of its own. */
export const Answer = memo(function Answer({ outlook }: { outlook: Outlook }) {
  const stage = useStage(4);
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
      {outlook.scenarios && (
        <>
          {stage > 1 && <PartsCard outlook={outlook} />}
          {stage > 2 && <DiversificationCard outlook={outlook} />}
          {stage > 3 && <Upcoming outlook={outlook} />}
          {stage > 3 && <RecordCard outlook={outlook} />}
        </>
      )}
    </>
  );
});

function Upcoming({ outlook: { positions } }: { outlook: Outlook }) {
  const tickers = positions.flatMap(({ ticker }) => (cashCurrency(ticker) ? [] : ticker));
  return <UpcomingCard {...useUpcoming(tickers)} />;
}

/** The holdings in quantities that the reader tries, with their parts of the value and of the loss in the tail. */
function useTrial({ holdings, scenarios, forecast }: Outlook) {
  const [tried, setTried] = useState<Readonly<Record<string, number>>>({});
  const shown = useMemo(
    () => holdings.map((held) => ({ ...held, quantity: tried[held.ticker] ?? held.quantity })),
    [holdings, tried],
  );
  // The parts are those of the last session.
  const last = useMemo(() => scenarios && { growth: scenarios.growth.slice(-1) }, [scenarios]);
  const trial = useJointForecast(last, shown);
  const rows = shown.map((holding, i) => ({
    ticker: holding.ticker,
    quantity: holding.quantity,
    value: valueOf(holding),
    ofValue: valueOf(holding) / (trial?.value ?? NaN),
    ofLoss: (trial?.parts[i] ?? 0) / (trial?.expectedShortfall95 ?? NaN),
    place: -(forecast?.parts[i] ?? 0),
  }));
  return {
    // In an order that the trial does not change.
    rows: rows.toSorted((a, b) => a.place - b.place),
    atRisk: Object.keys(tried).length > 0 && trial ? trial.valueAtRisk95 : null,
    tryQuantity: (ticker: string, quantity: number) =>
      setTried((before) => ({ ...before, [ticker]: Math.max(quantity, 0) })),
  };
}

/** Each holding's part of the value and of the loss in the tail, and what one share more or less would change. */
const PartsCard = memo(function PartsCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const { currency, forecast } = outlook;
  const { rows, atRisk, tryQuantity } = useTrial(outlook);
  const [first] = rows;
  if (forecast === null || first === undefined) return null;
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
      title="Parts of the loss"
      subtitle={`In the worst 1 in 20 outcomes ${first.ticker} brings ${format.share(first.ofLoss)} of the loss, with ${format.share(first.ofValue)} of the value.`}
      menu={<ExportButton exportable={exportable} provenance={outlook.provenance} />}
      footer="Press + or − to try one more or one less. Nothing is saved."
      flush
    >
      <output className={styles.tried}>
        {atRisk !== null &&
          `With your changes 1 in 20: a loss of ${amount(atRisk)} or more. Before: ${amount(forecast.valueAtRisk95)}.`}
      </output>
      <DataTable
        label="Holdings by part of the loss"
        headers={['Holding', 'Value', 'Of value', 'Of loss', 'Try']}
        className={styles.table}
        rows={rows.map(({ ticker, value, quantity, ofValue, ofLoss }) => ({
          id: ticker,
          cells: [
            cashCurrency(ticker) ? (
              ticker
            ) : (
              <AnalysisLink key="link" ticker={ticker}>
                {ticker}
              </AnalysisLink>
            ),
            amount(value),
            format.shareTenths(ofValue),
            format.shareTenths(ofLoss),
            <span key="try" className={styles.steps}>
              <IconButton
                label={`One less ${ticker}`}
                icon={Minus}
                onClick={() => tryQuantity(ticker, quantity - 1)}
              />
              <IconButton
                label={`One more ${ticker}`}
                icon={Plus}
                onClick={() => tryQuantity(ticker, quantity + 1)}
              />
            </span>,
          ],
        }))}
      />
    </Card>
  );
});

/** A table of more listings could not be read. */
const MOST_CORRELATED = 20;
const ROWS_PER_PAINT = 5;

/** Shades of a correlation's cell, from none to 1. */
const SHADES = 5;

/** What holding several things saves, and how they moved together: a table whose shades are its picture. */
const DiversificationCard = memo(function DiversificationCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const { factors, scenarios, forecast, currency } = outlook;
  const table = useMemo(() => correlations(scenarios?.windows.slice(0, MOST_CORRELATED) ?? []), [scenarios]);
  const rows = ROWS_PER_PAINT * (useStage(MOST_CORRELATED / ROWS_PER_PAINT - 1) + 1);
  if (forecast === null || factors.length < 2) return null;
  const tickers = factors.slice(0, MOST_CORRELATED).map(({ ticker }) => ticker);
  const cell = (value: number, column: number) => (
    <span
      key={column}
      data-shade={Math.round(Math.abs(value) * SHADES)}
      data-opposite={value < 0 || undefined}
    >
      {format.fixed(value, 2)}
    </span>
  );
  return (
    <Card
      title="Diversification"
      subtitle={diversificationText(format, forecast, currency)}
      footer={
        'Correlations of past returns over up to 7 sessions: 1 always moved together, 0 not related, dashed the opposite way.' +
        (factors.length > MOST_CORRELATED ? ` Only the first ${MOST_CORRELATED} listings are shown.` : '')
      }
      flush
    >
      <DataTable
        label="Correlations"
        isLong
        className={styles.correlations}
        headers={['Correlation', ...tickers]}
        rows={tickers.slice(0, rows).map((ticker, i) => ({
          id: ticker,
          cells: [ticker, ...(table[i] ?? []).map(cell)],
        }))}
      />
    </Card>
  );
});

/** The past of exactly these holdings, walked forward. */
function RecordCard({ outlook }: { outlook: Outlook }) {
  const format = useFormat();
  const record = useRecord(outlook);
  return (
    <Card
      title="Track record of these holdings"
      footer="Correlations can break. Options and borrowed money are not covered, and quantities are held constant."
    >
      {record === undefined && <Skeleton height={140} />}
      {record === null && 'The common past of these holdings is too short to score their joint range.'}
      {record && (
        <>
          <DefinitionList rows={recordFacts(format, record)} />
          <p className={styles.basis}>{recordText(format, record, outlook.horizonDays)}</p>
        </>
      )}
    </Card>
  );
}
