/** The tables and drawings of the page as files. Shares 0…1, prices in each listing's currency. */
import {
  RECORD_COLUMNS,
  type Bounded,
  type HorizonRecord,
  type RecordGroup,
  type RecordLedger,
  type ReliabilityBin,
} from '#compute';
import type { RecordResponse, RecordRow } from '#worker/contract';
import type { CsvCell } from '../../shared/export/csv.ts';
import type { Exportable } from '../../shared/export/export-content.ts';
import type { Provenance } from '../../shared/export/provenance.ts';
import { formatDays } from '../../shared/format/dates.ts';
import type { HorizonMeasure } from './horizon-charts.tsx';

const SOURCE: Readonly<Record<RecordLedger, string>> = {
  live: 'Public record of Candor: forecasts written down before their outcome',
  sample: 'Sample market: simulated prices',
  replay: 'Replay of recorded prices: no forecast was public before its outcome',
};

/** What is stamped on every file of a record. */
export function recordProvenance({ ledger, as_of: asOf }: RecordResponse, ticker: string | null): Provenance {
  return {
    subject: `Track record${ticker === null ? '' : ` ${ticker}`}`,
    source: SOURCE[ledger],
    asOf: asOf ?? '',
  };
}

/** The figures that the verdict rests on. */
export function verdictExport(scores: HorizonRecord): Exportable {
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
  horizons: readonly HorizonRecord[],
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

/** What was said of an event against what came true, tenth by tenth. */
export function reliabilityExport(title: string, bins: readonly ReliabilityBin[]): Exportable {
  return {
    title,
    kind: 'scores',
    rows: () => [
      ['said', 'came true', 'low', 'high', 'forecasts'],
      ...bins.map(({ said, came, n }) => [said, came.value, came.low, came.high, n]),
    ],
  };
}

/** The scores of each listing, month or model. */
export function groupsExport(title: string, groups: readonly RecordGroup[]): Exportable {
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

function groupRow(group: RecordGroup): CsvCell[] {
  const measures = [group.coverage80, group.coverage95, group.skill, group.hit_rate].flatMap(cells);
  return [group.name, group.n, ...measures, group.base_rate];
}

/** Forecasts row by row, in the columns of the whole record's own file. */
export function forecastsExport(title: string, rows: readonly RecordRow[]): Exportable {
  return {
    title,
    kind: 'estimate',
    rows: () => [RECORD_COLUMNS, ...rows.map((row) => RECORD_COLUMNS.map((column) => row[column]))],
  };
}

function cells(estimate: Bounded | null): readonly [CsvCell, CsvCell, CsvCell] {
  return estimate === null ? [null, null, null] : [estimate.value, estimate.low, estimate.high];
}
