/** The tables and drawings of the page as files. Shares 0…1, prices in each listing's currency. */
import {
  LEDGER_COLUMNS,
  type Bounded,
  type HorizonScores,
  type LedgerName,
  type ReliabilityBin,
  type ScoreGroup,
} from '#compute';
import type { LedgerResponse, LedgerRow } from '#worker/contract';
import { formatDays } from '../../shared/format/format.ts';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable, Provenance } from '../../shared/export/export-files.ts';

export interface HorizonMeasure {
  readonly title: string;
  readonly caption: string;
  readonly referenceName: string;
  /** What it is compared with. */
  readonly reference: number;
  readonly pick: (scores: HorizonScores) => Bounded | null;
}

const SOURCE: Readonly<Record<LedgerName, string>> = {
  live: 'Public record of Candor: forecasts written down before their outcome',
  sample: 'Sample market: simulated prices',
  replay: 'Replay of recorded prices: no forecast was public before its outcome',
};

/** What is stamped on every file. */
export function ledgerProvenance(
  { ledger, as_of: asOf }: Pick<LedgerResponse, 'ledger' | 'as_of'>,
  ticker: string | null,
): Provenance {
  return {
    subject: `Track record${ticker === null ? '' : ` ${ticker}`}`,
    source: SOURCE[ledger],
    asOf: asOf ?? '',
  };
}

export function verdictExport(scores: HorizonScores): Exportable {
  const { horizon_days: days, n, blocks, from, to } = scores;
  const set = [n, blocks, from, to];
  return {
    title: `Scores, ${formatDays(days)} ahead`,
    kind: 'scores',
    rows: () => [
      ['measure', 'value', 'low', 'high', 'held against', 'n', 'blocks', 'from', 'to'],
      ['80% range held', ...cells(scores.coverage80), 0.8, ...set],
      ['95% range held', ...cells(scores.coverage95), 0.95, ...set],
      ['median: share of error saved', ...cells(scores.skill), 0, ...set],
      ['direction right', ...cells(scores.hit_rate), scores.base_rate, ...set],
    ],
  };
}

/** One measure over the horizons, against what it should be. */
export function horizonsExport(
  { title, referenceName, reference, pick }: HorizonMeasure,
  horizons: readonly HorizonScores[],
): Exportable {
  return {
    title,
    kind: 'scores',
    rows: () => [
      ['trading days', 'forecasts', 'measured', 'low', 'high', referenceName],
      ...horizons.map((scores) => {
        const [value, low, high] = cells(pick(scores));
        return [scores.horizon_days, scores.n, value, low, high, reference];
      }),
    ],
  };
}

export function reliabilityExport(title: string, bins: readonly ReliabilityBin[]): Exportable {
  return {
    title,
    kind: 'scores',
    rows: () => [
      ['forecast', 'observed', 'low', 'high', 'forecasts'],
      ...bins.map(({ forecast, observed, n }) => [forecast, ...cells(observed), n]),
    ],
  };
}

export function groupsExport(title: string, groups: readonly ScoreGroup[]): Exportable {
  return {
    title,
    kind: 'scores',
    rows: () => [
      [
        'group',
        'settled',
        ...['80% held', '95% held', 'error saved', 'direction'].flatMap((name) => [name, 'low', 'high']),
        'always up',
      ],
      ...groups.map(groupRow),
    ],
  };
}

function groupRow(group: ScoreGroup): CsvCell[] {
  const measures = [group.coverage80, group.coverage95, group.skill, group.hit_rate].flatMap(cells);
  return [group.name, group.n, ...measures, group.base_rate];
}

export function forecastsExport(title: string, rows: readonly LedgerRow[]): Exportable {
  return {
    title,
    kind: 'estimate',
    rows: () => [LEDGER_COLUMNS, ...rows.map((row) => LEDGER_COLUMNS.map((column) => row[column]))],
  };
}

function cells(estimate: Bounded | null): readonly [CsvCell, CsvCell, CsvCell] {
  return estimate === null ? [null, null, null] : [estimate.value, estimate.low, estimate.high];
}
