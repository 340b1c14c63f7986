import { shareInterval, skillInterval } from '../back-test/intervals.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import {
  addToSums,
  byEvent,
  tenthOf,
  UNIT,
  wholeBlocks,
  type Block,
  type ForecastEvent,
  type GroupSums,
  type Measure,
  type ScoreDimension,
  type SettledForecast,
} from './group-sums.ts';

/** An estimate with its 95 % interval; no interval for fewer than {@link MIN_BLOCKS} blocks. */
export interface OptionalEstimate {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
}

/** Fewer blocks than this tell too little about their spread for a public claim. */
export const MIN_BLOCKS = 4;

/** Scores of one horizon's settled forecasts. Shares 0…1; `null` if nothing could be counted. */
interface LedgerScores {
  readonly n: number;
  /** Number of time blocks, the intervals' observations; see `compute/back-test/intervals.ts`. */
  readonly blocks: number;
  /** First base session and the last outcome. */
  readonly from: string;
  readonly to: string;
  readonly coverage80: OptionalEstimate;
  readonly coverage95: OptionalEstimate;
  /** 1 − mean error of the median / mean error of "no change", errors in percent of the base close. */
  readonly skill: OptionalEstimate | null;
  /** Share of moves whose direction the median called, and of the same moves that were rises ("always up"). */
  readonly hit_rate: OptionalEstimate | null;
  readonly base_rate: number | null;
  /** Mean pinball loss of the median and the edges of both bands, percent of the base close; lower is better. */
  readonly pinball_percent: number;
  /** Mean squared error of each probability, and that of always forecasting the share that came true. */
  readonly brier: Readonly<Record<ForecastEvent, { readonly score: number; readonly reference: number }>>;
}

/** Forecasts whose probability of an event falls into one tenth: the forecast share against the observed one. */
export interface ReliabilityBin {
  readonly n: number;
  readonly forecast: number;
  readonly observed: OptionalEstimate;
}

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

/** Scores settled forecasts, in any order, per horizon that has some. Blocks are counted from `firstSession`. */
export function scoreLedger(rows: readonly SettledForecast[], firstSession: string): HorizonScores[] {
  return addToScores([], new Map(), rows, firstSession);
}

/** Adds settled forecasts to `scores`, as if all were scored at once. `sums` has their `groupKeys`, and is updated. */
export function addToScores(
  scores: readonly HorizonScores[],
  sums: Map<string, GroupSums>,
  rows: readonly SettledForecast[],
  firstSession: string,
): HorizonScores[] {
  addToSums(sums, rows, firstSession);
  const horizons = new Map(scores.map((horizon) => [horizon.horizon_days, horizon]));
  for (const [key, group] of sums) {
    const [days, dimension, name = ''] = key.split('/');
    const horizonDays = Number(days) as HorizonDays;
    const blocks = wholeBlocks(group, horizonDays, firstSession);
    const horizon = horizons.get(horizonDays) ?? {
      horizon_days: horizonDays,
      ...scoresOf(group, blocks, horizonDays),
      reliability: byEvent(() => []),
      by_ticker: [],
      by_model: [],
      by_month: [],
    };
    horizons.set(horizonDays, {
      ...horizon,
      ...scoredGroup(horizon, dimension as ScoreDimension, name, group, blocks),
    });
  }
  return [...horizons.values()].sort((a, b) => a.horizon_days - b.horizon_days);
}

/** The fields of a horizon's scores that a group's sums decide. */
function scoredGroup(
  { horizon_days: horizonDays, reliability, ...horizon }: HorizonScores,
  dimension: ScoreDimension,
  name: string,
  group: GroupSums,
  blocks: readonly Block[],
): Partial<HorizonScores> {
  switch (dimension) {
    case 'all':
      return scoresOf(group, blocks, horizonDays);
    case 'by_ticker':
    case 'by_model':
    case 'by_month': {
      const others = horizon[dimension].filter((other) => other.name !== name);
      const groups = [...others, { ...scoresOf(group, blocks, horizonDays), name }];
      return { [dimension]: groups.sort((a, b) => (a.name < b.name ? -1 : 1)) };
    }
    default: {
      const n = total(blocks, 'one');
      const observed = blockShare(blocks, `${dimension}_observed`, 'one', horizonDays)!;
      const bin = { n, forecast: total(blocks, `${dimension}_forecast`) / n, observed };
      // The mean of a tenth's probabilities lies in that tenth.
      const others = reliability[dimension].filter(({ forecast }) => String(tenthOf(forecast)) !== name);
      const bins = [...others, bin].sort((a, b) => a.forecast - b.forecast);
      return { reliability: { ...reliability, [dimension]: bins } };
    }
  }
}

function scoresOf({ from, to }: GroupSums, blocks: readonly Block[], horizonDays: HorizonDays): LedgerScores {
  const n = total(blocks, 'one');
  const moved = total(blocks, 'moved');
  const share = (hits: Measure, counts: Measure): OptionalEstimate | null =>
    blockShare(blocks, hits, counts, horizonDays);
  return {
    n,
    blocks: blocks.length,
    from,
    to,
    coverage80: share('inside80', 'one')!,
    coverage95: share('inside95', 'one')!,
    skill: blockSkill(blocks),
    hit_rate: share('hit', 'moved'),
    base_rate: moved === 0 ? null : total(blocks, 'rose') / moved,
    pinball_percent: total(blocks, 'pinball') / n,
    brier: byEvent((event) => {
      const rate = total(blocks, `${event}_observed`) / n;
      return { score: total(blocks, `${event}_error`) / n, reference: rate * (1 - rate) };
    }),
  };
}

/** Σ `hits` / Σ `counts`; `null` if nothing was counted. Listings move together, so days limit the observations. */
function blockShare(
  blocks: readonly Block[],
  hits: Measure,
  counts: Measure,
  horizonDays: HorizonDays,
): OptionalEstimate | null {
  const used = blocks.filter(({ sums }) => sums[counts] > 0);
  if (used.length === 0) return null;
  if (used.length < MIN_BLOCKS)
    return { value: total(used, hits) / total(used, counts), low: null, high: null };
  const days = used.reduce((sum, block) => sum + block.days.length, 0);
  const countedDays = days * (total(used, counts) / total(used, 'one'));
  return shareInterval(column(used, hits), column(used, counts), countedDays / horizonDays);
}

/** Skill, 1 − Σ errors / Σ errors of "no change"; `null` without errors. */
function blockSkill(blocks: readonly Block[]): OptionalEstimate | null {
  const reference = total(blocks, 'noChangeError');
  if (!(reference > 0)) return null;
  return blocks.length < MIN_BLOCKS
    ? { value: 1 - total(blocks, 'error') / reference, low: null, high: null }
    : skillInterval(column(blocks, 'error'), column(blocks, 'noChangeError'));
}

function total(blocks: readonly Block[], name: Measure): number {
  return blocks.reduce((sum, { sums }) => sum + sums[name], 0) * UNIT;
}

function column(blocks: readonly Block[], name: Measure): Float64Array {
  return Float64Array.from(blocks, ({ sums }) => sums[name] * UNIT);
}
