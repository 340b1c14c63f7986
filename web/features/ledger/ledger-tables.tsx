import type { HorizonDays, HorizonScores, ScoreGroup } from '#compute';
import type { LedgerResponse, LedgerRow } from '#worker/contract';
import { useState } from 'react';
import { shareTexts } from '../../shared/charts/interval-plot.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/field.tsx';
import { DataTable, CellWithNote } from '../../shared/ui/data-table.tsx';
import styles from './ledger-page.module.css';
import { skillOf } from './ledger-words.ts';

/** How many missed sessions are named. All of them are counted. */
const NAMED_SESSIONS = 20;

const STAGES = [
  { value: 'settled', label: 'Settled', none: 'None settled yet.' },
  { value: 'misses', label: 'Misses', none: 'No misses yet.' },
  { value: 'open', label: 'Open', none: 'None open.' },
] as const;

export type Stage = (typeof STAGES)[number]['value'];

export function parseStage(text: string | null): Stage | null {
  return STAGES.find(({ value }) => value === text)?.value ?? null;
}

interface ForecastsCardProps {
  readonly summary: LedgerResponse;
  readonly horizonDays: HorizonDays;
  /** `null` for settled forecasts, hits and misses alike, or open ones if none has settled. */
  readonly stage: Stage | null;
  readonly onStage: (stage: Stage) => void;
}

export function ForecastsCard({ summary, horizonDays, stage: chosen, onStage }: ForecastsCardProps) {
  const format = useFormat();
  const { latest, misses } = summary;
  const rowsOf: Readonly<Record<Stage, readonly LedgerRow[]>> = {
    settled: latest.filter((row) => row.outcome_close !== null),
    misses,
    open: latest.filter((row) => row.outcome_close === null),
  };
  const ofHorizon = (stage: Stage) => rowsOf[stage].filter((row) => row.horizon_days === horizonDays);
  const stage = chosen ?? (ofHorizon('settled').length > 0 ? 'settled' : 'open');
  const rows = ofHorizon(stage);
  return (
    <Card
      title={`Latest ${horizonDays}-day forecasts`}
      subtitle="Newest first. Download the file below for all of them."
      actions={<Segmented label="Stage" options={STAGES} value={stage} onChange={onStage} />}
      flush
    >
      {rows.length === 0 ? (
        <p className={styles.empty}>{STAGES.find(({ value }) => value === stage)?.none}</p>
      ) : (
        <DataTable
          isLong
          label="Latest forecasts"
          className={styles.forecasts}
          headers={['Listing', 'Result', 'Outcome', '80% range', 'Median', 'Close', 'Made after', 'Target']}
          rows={rows.map((row) => {
            const { ticker, base_close: close, outcome_close: outcome } = row;
            // Without a known currency prices are plain numbers.
            const quoted = { ticker, currency: summary.currencies[ticker] ?? '', current_price: close };
            return {
              id: String(row.seq),
              cells: [
                ticker,
                <Result key="result" row={row} />,
                outcome === null ? 'not yet' : format.price(outcome, quoted),
                format.range(row.low80, row.high80, quoted),
                format.price(row.median, quoted),
                format.price(close, quoted),
                format.isoDate(row.base_date),
                format.isoDate(row.outcome_date ?? row.target_date),
              ],
            };
          })}
        />
      )}
    </Card>
  );
}

function Result({ row }: { row: LedgerRow }) {
  const { outcome_close: outcome } = row;
  if (outcome === null) return <Badge tone="neutral">open</Badge>;
  if (row.low80 <= outcome && outcome <= row.high80) return <Badge tone="accent">inside 80%</Badge>;
  const side = outcome > row.high80 ? 'above' : 'below';
  return row.low95 <= outcome && outcome <= row.high95 ? (
    <Badge tone="neutral">{side} 80%</Badge>
  ) : (
    <Badge tone="loss">{side} 95%</Badge>
  );
}

const GROUPINGS = [
  { value: 'by_ticker', label: 'Listing' },
  { value: 'by_month', label: 'Month' },
  { value: 'by_model', label: 'Model' },
] as const;

export function GroupsCard({ scores }: { scores: HorizonScores }) {
  const format = useFormat();
  const [grouping, setGrouping] = useState<(typeof GROUPINGS)[number]['value']>('by_ticker');
  const groups: readonly ScoreGroup[] = scores[grouping];
  const label = `Scores by ${GROUPINGS.find(({ value }) => value === grouping)?.label.toLowerCase()}`;
  return (
    <Card
      title="Breakdown"
      actions={<Segmented label="Group by" options={GROUPINGS} value={grouping} onChange={setGrouping} />}
      footer="Improvement over “no change”: above 0% is better. Gray: 95% interval."
      flush
    >
      <DataTable
        isLong
        label={label}
        headers={['Group', 'Settled', '80% held', '95% held', 'Median vs “no change”']}
        rows={groups.map((group) => ({
          id: group.name,
          cells: [
            group.name,
            format.count(group.n),
            <CellWithNote key="80" {...shareTexts(format, group.coverage80, group.n)} />,
            <CellWithNote key="95" {...shareTexts(format, group.coverage95, group.n)} />,
            <CellWithNote key="skill" {...shareTexts(format, skillOf(group), group.n)} />,
          ],
        }))}
      />
    </Card>
  );
}

export function GapsCard({ summary }: { summary: LedgerResponse }) {
  const format = useFormat();
  const { unsettled, missed_sessions: missed } = summary;
  if (unsettled.length === 0 && missed.length === 0) return null;
  return (
    <Card title="Gaps">
      <ul className={styles.gaps}>
        {unsettled.map((listing) => (
          <li key={listing.ticker}>
            {listing.ticker}: {format.counted(listing.forecasts, 'forecast')} overdue, no price since{' '}
            {listing.no_price_since === null ? 'the ledger began' : format.isoDate(listing.no_price_since)}.
          </li>
        ))}
        {missed.length > 0 && (
          <li>
            {format.counted(missed.length, 'session')} without a forecast (never added later):{' '}
            {missed
              .slice(0, NAMED_SESSIONS)
              .map((session) => `${session.ticker} ${format.isoDate(session.base_date)}`)
              .join(', ')}
            {missed.length > NAMED_SESSIONS && ' and earlier'}.
          </li>
        )}
      </ul>
    </Card>
  );
}
