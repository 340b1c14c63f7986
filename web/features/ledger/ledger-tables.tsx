import type { HorizonDays, HorizonScores, ScoreGroup } from '#compute';
import type { LedgerResponse, LedgerRow } from '#worker/contract';
import { useState } from 'react';
import { intervalText, sharePercent } from '../../shared/charts/interval-plot.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/field.tsx';
import { DataTable, CellWithNote } from '../../shared/ui/data-table.tsx';
import styles from './ledger-page.module.css';
import { pluralized, priceTexts } from './ledger-words.ts';

/** How many missed sessions are named. All of them are counted. */
const NAMED_SESSIONS = 20;

const STAGES = [
  { value: 'settled', label: 'Settled' },
  { value: 'open', label: 'Open' },
] as const;

/** Settled forecasts, hits and misses alike; open ones on request, or if none has settled. */
export function ForecastsCard({
  summary,
  horizonDays,
}: {
  summary: LedgerResponse;
  horizonDays: HorizonDays;
}) {
  const format = useFormat();
  const ofHorizon = summary.latest.filter((row) => row.horizon_days === horizonDays);
  const settled = ofHorizon.filter((row) => row.outcome_close !== null);
  const [chosen, setChosen] = useState<(typeof STAGES)[number]['value'] | null>(null);
  const stage = chosen ?? (settled.length > 0 ? 'settled' : 'open');
  const rows = stage === 'settled' ? settled : ofHorizon.filter((row) => row.outcome_close === null);
  return (
    <Card
      title={`Latest ${horizonDays}-day forecasts`}
      subtitle="Hits and misses, newest first. Download the file below for all of them."
      actions={<Segmented label="Stage" options={STAGES} value={stage} onChange={setChosen} />}
      flush
    >
      {rows.length === 0 ? (
        <p className={styles.empty}>{stage === 'settled' ? 'None settled yet.' : 'None open.'}</p>
      ) : (
        <DataTable
          isLong
          label="Latest forecasts"
          className={styles.forecasts}
          headers={['Made after', 'Listing', 'Close', 'Target', 'Median', '80% range', 'Outcome', 'Result']}
          rows={rows.map((row) => {
            const price = priceTexts(format, row, summary.currencies);
            return {
              id: String(row.seq),
              cells: [
                format.isoDate(row.base_date),
                row.ticker,
                price.close,
                format.isoDate(row.outcome_date ?? row.target_date),
                price.median,
                price.range,
                row.outcome_close === null ? 'not yet' : price.outcome,
                <Result key="result" row={row} />,
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
            <Figure key="80" estimate={group.coverage80} />,
            <Figure key="95" estimate={group.coverage95} />,
            <Figure key="skill" estimate={group.skill} />,
          ],
        }))}
      />
    </Card>
  );
}

function Figure({ estimate }: { estimate: HorizonScores['skill'] }) {
  const format = useFormat();
  const hasInterval = estimate !== null && estimate.low !== null;
  return (
    <CellWithNote
      text={sharePercent(format, estimate?.value ?? null)}
      note={hasInterval ? intervalText(format, estimate) : null}
    />
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
            {listing.ticker}: {pluralized(format, listing.forecasts, 'forecast')} overdue, no price since{' '}
            {listing.no_price_since === null ? 'the ledger began' : format.isoDate(listing.no_price_since)}.
          </li>
        ))}
        {missed.length > 0 && (
          <li>
            {pluralized(format, missed.length, 'session')} without a forecast (never added later):{' '}
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
