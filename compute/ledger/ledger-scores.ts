import { datedBlocks, shareInterval, skillInterval } from '../back-test/intervals.ts';
import { pinball } from '../back-test/baseline-bands.ts';
import { HORIZON_OPTIONS_DAYS, type HorizonDays } from '../ticker-and-horizon.ts';
import { FORECAST_SIGNAL_PERCENT } from '../signals/signal.ts';
import type { LedgerForecast, LedgerSettlement } from './ledger-row.ts';

/** What scoring reads of a settled row. */
export type SettledForecast = Pick<
  LedgerForecast,
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
  Pick<LedgerSettlement, 'outcome_date' | 'outcome_close' | 'error_percent' | 'no_change_error_percent'>;

/** An estimate with its 95 % interval; no interval under {@link MIN_BLOCKS} blocks. */
export interface Bounded {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Fewer blocks than this say too little about the spread between them for a public claim. */
export const MIN_BLOCKS = 4;

/** How a set of settled forecasts of one horizon came out. Shares 0…1; `null` where nothing could be counted. */
interface LedgerScores {
  readonly n: number;
  /** Blocks of time, the observations of the intervals; see `compute/back-test/intervals.ts`. */
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
  readonly brier: Readonly<Record<ForecastEvent, { readonly score: number; readonly reference: number }>>;
}

/** P(up), P(≥ +2 %), P(≤ −2 %). */
export const FORECAST_EVENTS = ['up', 'buy', 'sell'] as const;

export type ForecastEvent = (typeof FORECAST_EVENTS)[number];

/** Forecasts whose probability of an event fell into one tenth: the forecast share against the observed one. */
export interface ReliabilityBin {
  readonly n: number;
  /** Mean probability. */
  readonly forecast: number;
  /** Share that came true. */
  readonly observed: Bounded;
}

/** The scores of one ticker, model version or month. */
export interface ScoreGroup extends LedgerScores {
  readonly name: string;
}

export interface HorizonScores extends LedgerScores {
  readonly horizon_days: HorizonDays;
  readonly reliability: Readonly<Record<ForecastEvent, readonly ReliabilityBin[]>>;
  readonly by_ticker: readonly ScoreGroup[];
  readonly by_model: readonly ScoreGroup[];
  readonly by_month: readonly ScoreGroup[];
}

/** Sums over one block of time, by measure. */
type BlockSums = readonly number[];

interface Measured {
  readonly row: SettledForecast;
  /** Number of the block of time that the base session falls into. */
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

const TENTHS = 10;

/** Scores settled forecasts, oldest first, per horizon; a horizon without any is left out. The order of rows is part of the input. */
export function scoreLedger(rows: readonly SettledForecast[]): HorizonScores[] {
  return HORIZON_OPTIONS_DAYS.flatMap((horizonDays) => {
    const own = rows.filter((row) => row.horizon_days === horizonDays);
    if (own.length === 0) return [];
    const { blockOf } = datedBlocks(
      own.map((row) => row.base_date),
      horizonDays,
    );
    return [
      horizonScores(
        own.map((row) => measure(row, blockOf(row.base_date))),
        horizonDays,
      ),
    ];
  });
}

function horizonScores(measured: readonly Measured[], horizonDays: HorizonDays): HorizonScores {
  const groups = (nameOf: (row: SettledForecast) => string): ScoreGroup[] =>
    [...groupBy(measured, ({ row }) => nameOf(row))]
      .map(([name, members]) => Object.assign(scoresOf(members, horizonDays), { name }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  const bins = (event: number): ReliabilityBin[] =>
    [...groupBy(measured, ({ values }) => Math.min(Math.floor(values[event + 2]! * TENTHS), TENTHS - 1))]
      .sort(([a], [b]) => a - b)
      .map(([, members]) => {
        const blocks = blockSums(members);
        const forecast = total(blocks, event + 2) / members.length;
        const observed = blockShare(blocks, event, M.one, independentWindows(members, M.one, horizonDays))!;
        return { n: members.length, forecast, observed };
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

function scoresOf(measured: readonly Measured[], horizonDays: HorizonDays): LedgerScores {
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

function measure(row: SettledForecast, block: number): Measured {
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
    block,
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
      ...events.flatMap(([forecast, observed]) => [
        Number(observed),
        (forecast - Number(observed)) ** 2,
        forecast,
      ]),
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

/** A share, Σ measure `hits` / Σ measure `counts`, with {@link shareInterval}; `null` when nothing was counted. */
function blockShare(
  blocks: readonly BlockSums[],
  hits: number,
  counts: number,
  maxIndependent: number,
): Bounded | null {
  const used = blocks.filter((block) => block[counts]! > 0);
  if (used.length === 0) return null;
  return used.length < MIN_BLOCKS
    ? { value: total(used, hits) / total(used, counts), low: null, high: null }
    : shareInterval(column(used, hits), column(used, counts), maxIndependent);
}

/** Skill, 1 − Σ measure `errors` / Σ measure `references`, with {@link skillInterval}; `null` without errors. */
function blockSkill(blocks: readonly BlockSums[], errors: number, references: number): Bounded | null {
  const reference = total(blocks, references);
  if (!(reference > 0)) return null;
  return blocks.length < MIN_BLOCKS
    ? { value: 1 - total(blocks, errors) / reference, low: null, high: null }
    : skillInterval(column(blocks, errors), column(blocks, references));
}

/** The sum of one measure over all blocks. */
function total(blocks: readonly BlockSums[], position: number): number {
  return blocks.reduce((sum, block) => sum + block[position]!, 0);
}

function column(blocks: readonly BlockSums[], position: number): Float64Array {
  return Float64Array.from(blocks, (block) => block[position]!);
}

function ratio(blocks: readonly BlockSums[], hits: number, counts: number): number | null {
  const n = total(blocks, counts);
  return n === 0 ? null : total(blocks, hits) / n;
}

/** One value per event, made from the position of its first measure. */
function byEvent<T>(make: (event: number) => T): Record<ForecastEvent, T> {
  return Object.fromEntries(
    FORECAST_EVENTS.map((name, i) => [name, make(M.events + i * MEASURES_PER_EVENT)]),
  ) as Record<ForecastEvent, T>;
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
