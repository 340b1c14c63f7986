import { shareInterval, skillInterval } from '../back-test/intervals.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import {
  addToSums,
  byEvent,
  MEASURE,
  tenthOf,
  UNIT,
  wholeBlocks,
  type Block,
  type ForecastEvent,
  type GroupSums,
  type ScoredGroup,
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

/** Adds settled forecasts to `scores`, as if all were scored at once. `sums` must hold their `groupKeys`; it is updated. */
export function addToScores(
  scores: readonly HorizonScores[],
  sums: Map<string, GroupSums>,
  rows: readonly SettledForecast[],
  firstSession: string,
): HorizonScores[] {
  const horizons = new Map(scores.map((horizon) => [horizon.horizon_days, horizon]));
  for (const [key, group] of addToSums(sums, rows, firstSession)) {
    const { horizonDays } = group;
    const groupSums = sums.get(key)!;
    const blocks = wholeBlocks(groupSums, horizonDays, firstSession);
    horizons.set(horizonDays, withGroup(horizons.get(horizonDays), group, groupSums, blocks));
  }
  return [...horizons.values()].sort((a, b) => a.horizon_days - b.horizon_days);
}

/** A horizon's scores with those of one group replaced. A horizon's first group is `all`. */
function withGroup(
  horizon: HorizonScores | undefined,
  { horizonDays, dimension, name }: ScoredGroup,
  { from, to }: GroupSums,
  blocks: readonly Block[],
): HorizonScores {
  const before = horizon ?? {
    horizon_days: horizonDays,
    ...scoresOf(blocks, horizonDays, from, to),
    reliability: byEvent(() => []),
    by_ticker: [],
    by_model: [],
    by_month: [],
  };
  switch (dimension) {
    case 'all':
      return { ...before, ...scoresOf(blocks, horizonDays, from, to) };
    case 'by_ticker':
    case 'by_model':
    case 'by_month': {
      const others = before[dimension].filter((group) => group.name !== name);
      const scored = { ...scoresOf(blocks, horizonDays, from, to), name };
      const groups = [...others, scored].sort((a, b) => (a.name < b.name ? -1 : 1));
      return { ...before, [dimension]: groups };
    }
    case 'up':
    case 'buy':
    case 'sell': {
      const event = byEvent((position) => position)[dimension];
      const n = total(blocks, MEASURE.one);
      const observed = blockShare(blocks, event, MEASURE.one, horizonDays)!;
      const bin = { n, forecast: total(blocks, event + 2) / n, observed };
      // The mean of a tenth's probabilities lies in that tenth.
      const others = before.reliability[dimension].filter(
        ({ forecast }) => String(tenthOf(forecast)) !== name,
      );
      const bins = [...others, bin].sort((a, b) => a.forecast - b.forecast);
      return { ...before, reliability: { ...before.reliability, [dimension]: bins } };
    }
  }
}

function scoresOf(
  blocks: readonly Block[],
  horizonDays: HorizonDays,
  from: string,
  to: string,
): LedgerScores {
  const n = total(blocks, MEASURE.one);
  const moved = total(blocks, MEASURE.moved);
  const share = (hits: number, counts: number): OptionalEstimate | null =>
    blockShare(blocks, hits, counts, horizonDays);
  return {
    n,
    blocks: blocks.length,
    from,
    to,
    coverage80: share(MEASURE.inside80, MEASURE.one)!,
    coverage95: share(MEASURE.inside95, MEASURE.one)!,
    skill: blockSkill(blocks, MEASURE.error, MEASURE.noChangeError),
    hit_rate: share(MEASURE.hit, MEASURE.moved),
    base_rate: moved === 0 ? null : total(blocks, MEASURE.rose) / moved,
    pinball_percent: total(blocks, MEASURE.pinball) / n,
    brier: byEvent((event) => {
      const rate = total(blocks, event) / n;
      return { score: total(blocks, event + 1) / n, reference: rate * (1 - rate) };
    }),
  };
}

/** Σ `hits` / Σ `counts`; `null` if nothing was counted. Listings move together, so days limit the observations. */
function blockShare(
  blocks: readonly Block[],
  hits: number,
  counts: number,
  horizonDays: HorizonDays,
): OptionalEstimate | null {
  const used = blocks.filter(({ sums }) => sums[counts]! > 0);
  if (used.length === 0) return null;
  if (used.length < MIN_BLOCKS)
    return { value: total(used, hits) / total(used, counts), low: null, high: null };
  const days = used.reduce((sum, block) => sum + block.days.length, 0);
  const countedDays = days * (total(used, counts) / total(used, MEASURE.one));
  return shareInterval(column(used, hits), column(used, counts), countedDays / horizonDays);
}

/** Skill, 1 − Σ measure `errors` / Σ measure `references`; `null` without errors. */
function blockSkill(blocks: readonly Block[], errors: number, references: number): OptionalEstimate | null {
  const reference = total(blocks, references);
  if (!(reference > 0)) return null;
  return blocks.length < MIN_BLOCKS
    ? { value: 1 - total(blocks, errors) / reference, low: null, high: null }
    : skillInterval(column(blocks, errors), column(blocks, references));
}

function total(blocks: readonly Block[], position: number): number {
  return blocks.reduce((sum, { sums }) => sum + sums[position]!, 0) * UNIT;
}

function column(blocks: readonly Block[], position: number): Float64Array {
  return Float64Array.from(blocks, ({ sums }) => sums[position]! * UNIT);
}
