import { pinball } from '../forecast/pinball.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../horizon.ts';
import { FORECAST_SIGNAL_PERCENT } from '../signal.ts';
import { blockDays, blockShare, blockSkill, total, type BlockSums, type Bounded } from './block-estimates.ts';
import type { RecordForecast, RecordSettlement } from './ledger-row.ts';

/** What scoring reads of a settled row. */
export type SettledForecast = Pick<
  RecordForecast,
  | 'ticker'
  | 'base_date'
  | 'horizon_days'
  | 'base_close'
  | 'median'
  | 'low80'
  | 'high80'
  | 'low95'
  | 'high95'
  | 'probability_up'
  | 'probability_buy'
  | 'probability_sell'
  | 'model'
> &
  Pick<RecordSettlement, 'outcome_date' | 'outcome_close' | 'error_percent' | 'no_change_error_percent'>;

/** How a set of settled forecasts of one horizon came out. Shares 0…1; `null` where nothing could be counted. */
export interface RecordScores {
  readonly n: number;
  /** Blocks of time that count as independent; see `blockDays`. */
  readonly blocks: number;
  /** First base session and last outcome. */
  readonly from: string;
  readonly to: string;
  readonly coverage80: Bounded;
  readonly coverage95: Bounded;
  /** 1 − mean error of the median / mean error of "no change", errors in percent of the base close. */
  readonly skill: Bounded | null;
  /** Share of moves whose direction the median called, and of the same moves that were rises ("always up"). */
  readonly hit_rate: Bounded | null;
  readonly base_rate: number | null;
  /** Mean over the median and the edges of both bands, in percent of the base close; lower is better. */
  readonly pinball_percent: number;
  /** Mean squared error of each probability, and that of always saying the share that came true. */
  readonly brier: Readonly<Record<RecordEvent, { readonly score: number; readonly reference: number }>>;
}

/** P(up), P(≥ +2 %), P(≤ −2 %). */
export const RECORD_EVENTS = ['up', 'buy', 'sell'] as const;

export type RecordEvent = (typeof RECORD_EVENTS)[number];

/** Forecasts whose probability of an event fell into one tenth: what was said against what came true. */
export interface ReliabilityBin {
  readonly n: number;
  /** Mean probability. */
  readonly said: number;
  readonly came: Bounded;
}

/** The scores of one ticker, model version or month. */
export interface RecordGroup extends RecordScores {
  readonly name: string;
}

export interface HorizonRecord extends RecordScores {
  readonly horizon_days: HorizonDays;
  readonly reliability: Readonly<Record<RecordEvent, readonly ReliabilityBin[]>>;
  readonly by_ticker: readonly RecordGroup[];
  readonly by_model: readonly RecordGroup[];
  readonly by_month: readonly RecordGroup[];
}

interface Measured {
  readonly row: SettledForecast;
  /** Number of the block that the base session falls into. */
  readonly block: number;
  /** In the order of {@link M}. */
  readonly values: BlockSums;
}

/** Positions of the measures. Of each event first whether it came true, then the squared error, then the probability. */
const M = {
  one: 0,
  inside80: 1,
  inside95: 2,
  error: 3,
  noChangeError: 4,
  moved: 5,
  hit: 6,
  rose: 7,
  pinball: 8,
  events: 9,
} as const;

const MEASURES_PER_EVENT = 3;

const MILLISECONDS_PER_DAY = 86_400_000;

const TENTHS = 10;

/** Scores settled forecasts, oldest first, per horizon; a horizon without any is left out. The order of rows is part of the input. */
export function scoreRecord(rows: readonly SettledForecast[]): HorizonRecord[] {
  return HORIZON_OPTIONS_DAYS.flatMap((horizonDays) => {
    const measured = rows.filter((row) => row.horizon_days === horizonDays).map(measure);
    return measured.length === 0 ? [] : [horizonRecord(measured, horizonDays)];
  });
}

function horizonRecord(measured: readonly Measured[], horizonDays: HorizonDays): HorizonRecord {
  const groups = (nameOf: (row: SettledForecast) => string): RecordGroup[] =>
    [...groupBy(measured, ({ row }) => nameOf(row))]
      .map(([name, members]) => Object.assign(scoresOf(members, horizonDays), { name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  const bins = (event: number): ReliabilityBin[] =>
    [...groupBy(measured, ({ values }) => Math.min(Math.floor(values[event + 2]! * TENTHS), TENTHS - 1))]
      .sort(([a], [b]) => a - b)
      .map(([, members]) => {
        const blocks = blockSums(members);
        const came = blockShare(blocks, event, M.one, independentWindows(members, M.one, horizonDays))!;
        return { n: members.length, said: total(blocks, event + 2) / members.length, came };
      });
  return {
    horizon_days: horizonDays,
    ...scoresOf(measured, horizonDays),
    reliability: byEvent(bins),
    by_ticker: groups((row) => row.ticker),
    by_model: groups((row) => row.model),
    by_month: groups((row) => row.base_date.slice(0, 7)),
  };
}

function scoresOf(measured: readonly Measured[], horizonDays: HorizonDays): RecordScores {
  const blocks = blockSums(measured);
  const n = measured.length;
  const share = (hits: number, counts: number): Bounded | null =>
    blockShare(blocks, hits, counts, independentWindows(measured, counts, horizonDays));
  return {
    n,
    blocks: blocks.length,
    from: measured[0]!.row.base_date,
    to: measured.reduce((last, { row }) => (row.outcome_date > last ? row.outcome_date : last), ''),
    coverage80: share(M.inside80, M.one)!,
    coverage95: share(M.inside95, M.one)!,
    skill: blockSkill(blocks, M.error, M.noChangeError),
    hit_rate: share(M.hit, M.moved),
    base_rate: ratio(blocks, M.rose, M.moved),
    pinball_percent: total(blocks, M.pinball) / n,
    brier: byEvent((event) => {
      const rate = total(blocks, event) / n;
      return { score: total(blocks, event + 1) / n, reference: rate * (1 - rate) };
    }),
  };
}

function measure(row: SettledForecast): Measured {
  const { base_close: base, outcome_close: outcome, median } = row;
  const rose = outcome > base;
  const moved = outcome !== base && median !== base;
  const step = FORECAST_SIGNAL_PERCENT / 100;
  const edges: readonly (readonly [number, number])[] = [
    [0.025, row.low95],
    [0.1, row.low80],
    [0.5, median],
    [0.9, row.high80],
    [0.975, row.high95],
  ];
  const loss = edges.reduce((sum, [level, edge]) => sum + pinball(outcome, edge, level), 0);
  const events: readonly (readonly [number, boolean])[] = [
    [row.probability_up, rose],
    [row.probability_buy, outcome >= base * (1 + step)],
    [row.probability_sell, outcome <= base * (1 - step)],
  ];
  return {
    row,
    block: Math.floor(Date.parse(row.base_date) / MILLISECONDS_PER_DAY / blockDays(row.horizon_days)),
    values: [
      1,
      Number(row.low80 <= outcome && outcome <= row.high80),
      Number(row.low95 <= outcome && outcome <= row.high95),
      row.error_percent,
      row.no_change_error_percent,
      Number(moved),
      Number(moved && rose === median > base),
      Number(moved && rose),
      ((loss / edges.length) * 100) / base,
      ...events.flatMap(([said, came]) => [Number(came), (said - Number(came)) ** 2, said]),
    ],
  };
}

/** How many windows fit side by side into the days on which something was counted: listings of one day move together. */
function independentWindows(measured: readonly Measured[], counts: number, horizonDays: HorizonDays): number {
  const counted = measured.filter(({ values }) => values[counts]! > 0);
  return new Set(counted.map(({ row }) => row.base_date)).size / horizonDays;
}

function blockSums(measured: readonly Measured[]): BlockSums[] {
  const blocks = groupBy(measured, ({ block }) => block);
  return Array.from(blocks.values(), (members) => {
    const sums = members[0]!.values.map(() => 0);
    for (const { values } of members) for (let i = 0; i < sums.length; i++) sums[i]! += values[i]!;
    return sums;
  });
}

function ratio(blocks: readonly BlockSums[], hits: number, counts: number): number | null {
  const n = total(blocks, counts);
  return n === 0 ? null : total(blocks, hits) / n;
}

/** One value per event, made from the position of its first measure. */
function byEvent<T>(make: (event: number) => T): Record<RecordEvent, T> {
  return Object.fromEntries(
    RECORD_EVENTS.map((name, i) => [name, make(M.events + i * MEASURES_PER_EVENT)]),
  ) as Record<RecordEvent, T>;
}

function groupBy<K>(measured: readonly Measured[], keyOf: (entry: Measured) => K): Map<K, Measured[]> {
  const groups = new Map<K, Measured[]>();
  for (const entry of measured) {
    const key = keyOf(entry);
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [entry]);
    else members.push(entry);
  }
  return groups;
}
