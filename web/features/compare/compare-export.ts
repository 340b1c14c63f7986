import { formatDays } from '../../shared/format/format.ts';
import type { Estimated } from '#compute';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable } from '../../shared/export/export-content.ts';
import type { Compared, Member } from './use-comparison.ts';

const HEAD = [
  'listing',
  'company',
  'currency',
  'price',
  'change %',
  'low80',
  'high80',
  'P(>= +2%)',
  'signal',
  '80% range held',
  'low',
  'high',
  'median: share of error saved',
  'low',
  'high',
  'range: share of error saved',
  'low',
  'high',
];

/** The table as a file: prices in each listing's currency, shares 0…1, empty where a history is too short. */
export function compareExport({
  view,
  members,
  comparison,
}: Extract<Compared, { status: 'ready' }>): Exportable {
  return {
    title: `Forecasts and records, ${formatDays(view.horizonDays)}, change over ${view.range}`,
    kind: 'estimate',
    rows: () => [
      HEAD,
      ...members.map((member, i) => memberRow(member, comparison.changePercent[i] ?? Number.NaN)),
    ],
  };
}

function memberRow({ ticker, data: { response, analysis } }: Member, changePercent: number): CsvCell[] {
  const facts = [ticker, response.company_name, response.currency, response.current_price, changePercent];
  if (!('forecast' in analysis)) return [...facts, ...HEAD.slice(facts.length).map(() => null)];
  const end = analysis.forecast.points.at(-1);
  const record = analysis.trackRecord;
  return [
    ...facts,
    end?.low80 ?? null,
    end?.high80 ?? null,
    end?.probabilityBuy ?? null,
    analysis.signal.level,
    ...[record?.coverage80, record?.skill, record?.bandSkill].flatMap(cells),
  ];
}

function cells(measure: Estimated | undefined): CsvCell[] {
  return measure === undefined ? [null, null, null] : [measure.value, measure.low, measure.high];
}
