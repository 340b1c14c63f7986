import { blockDays } from '../back-test/block-length.ts';
import { dayOf, shareInterval, skillInterval } from '../back-test/intervals.ts';
import { pinball } from '../back-test/baseline-bands.ts';
import type { HorizonDays } from '../ticker-and-horizon.ts';
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

/** Sums over the forecasts of one group and one block of time. */
interface BlockSums {
  /** In the order of {@link M}, in units of {@link UNIT}: whole numbers, whose sum is the same in any order. */
  readonly sums: number[];
  /** Base dates on which something was counted, and those on which something moved: one bit a day, hexadecimal. */
  days: string;
  movedDays: string;
}

/** All that the scores of a group need, however many its forecasts: sums by block, and its dates. */
export interface GroupSums {
  /** First and last base session, and last outcome. */
  from: string;
  last: string;
  to: string;
  readonly blocks: Record<number, BlockSums>;
}

/** A set of forecasts that is scored: those of a horizon, or of one ticker, model, month or tenth of a probability among them. */
interface ScoredGroup {
  readonly horizonDays: HorizonDays;
  readonly dimension: 'all' | 'by_ticker' | 'by_model' | 'by_month' | ForecastEvent;
  readonly name: string;
}

/** A block of sums, or two put together. */
interface Block {
  readonly sums: readonly number[];
  /** How many base dates it has, and on how many something moved. */
  readonly days: number;
  readonly movedDays: number;
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

/** Measures are rounded up to multiples of this (2.3e-10), about as fine as the ledger's ten digits. */
const UNIT = 2 ** -32;

/** A block at the edge of a group that lacks more days than this is no observation of its own: the one beside it takes it in. */
const SLACK_DAYS = 7;

/** Scores settled forecasts, in any order, per horizon; a horizon without any is left out. Blocks are counted from `firstSession`. */
export function scoreLedger(rows: readonly SettledForecast[], firstSession: string): HorizonScores[] {
  return addToScores([], new Map(), rows, firstSession);
}

/**
 * Scores with more settled forecasts added. `sums` holds the groups of {@link groupKeys} as they were, and is brought up to
 * date: nothing else of what was added before is needed. The result is that of scoring all of them at once, to the last bit.
 */
export function addToScores(
  scores: readonly HorizonScores[],
  sums: Map<string, GroupSums>,
  rows: readonly SettledForecast[],
  firstSession: string,
): HorizonScores[] {
  const touched = new Map<string, ScoredGroup>();
  for (const row of rows) {
    const values = measure(row);
    for (const group of groupsOf(row, values)) {
      const key = keyOf(group);
      touched.set(key, group);
      const { base_date: date, outcome_date: to } = row;
      const of = sums.get(key) ?? { from: date, last: date, to, blocks: {} };
      addRow(of, row, values, firstSession);
      sums.set(key, of);
    }
  }
  const horizons = new Map(scores.map((horizon) => [horizon.horizon_days, horizon]));
  for (const [key, group] of touched) {
    const { horizonDays } = group;
    const blocks = wholeBlocks(sums.get(key)!, horizonDays, firstSession);
    horizons.set(horizonDays, withGroup(horizons.get(horizonDays), group, sums.get(key)!, blocks));
  }
  return [...horizons.values()].sort((a, b) => a.horizon_days - b.horizon_days);
}

/** The keys of the groups that a settled forecast belongs to. */
export function groupKeys(row: SettledForecast): string[] {
  return groupsOf(row, measure(row)).map(keyOf);
}

function groupsOf(row: SettledForecast, values: readonly number[]): ScoredGroup[] {
  const tenth = (event: number) => Math.min(Math.floor(values[event + 2]! * UNIT * TENTHS), TENTHS - 1);
  const named: readonly (readonly [ScoredGroup['dimension'], string])[] = [
    ['all', ''],
    ['by_ticker', row.ticker],
    ['by_model', row.model],
    ['by_month', row.base_date.slice(0, 7)],
    ...Object.entries(byEvent((event) => String(tenth(event)))).map(
      ([event, name]) => [event as ForecastEvent, name] as const,
    ),
  ];
  return named.map(([dimension, name]) => ({ horizonDays: row.horizon_days, dimension, name }));
}

function keyOf({ horizonDays, dimension, name }: ScoredGroup): string {
  return `${horizonDays}/${dimension}/${name}`;
}

/** Adds a row to the sums of a group. */
function addRow(
  group: GroupSums,
  row: SettledForecast,
  values: readonly number[],
  firstSession: string,
): void {
  const { base_date: date, outcome_date: outcome, horizon_days: horizonDays } = row;
  const length = blockDays(horizonDays);
  const day = dayOf(date) - dayOf(firstSession);
  const number = Math.floor(day / length);
  const block = (group.blocks[number] ??= { sums: values.map(() => 0), days: '0', movedDays: '0' });
  values.forEach((value, i) => (block.sums[i]! += value));
  block.days = withBit(block.days, day - number * length);
  if (values[M.moved]! > 0) block.movedDays = withBit(block.movedDays, day - number * length);
  if (date < group.from) group.from = date;
  if (date > group.last) group.last = date;
  if (outcome > group.to) group.to = outcome;
}

/** A hexadecimal number with a bit set. */
function withBit(hexadecimal: string, bit: number): string {
  return (BigInt(`0x${hexadecimal}`) | (1n << BigInt(bit))).toString(16);
}

/** The blocks of a group in the order of time, those at its edges put together with their neighbours until they are long enough. */
function wholeBlocks({ from, last, blocks }: GroupSums, horizonDays: HorizonDays, first: string): Block[] {
  const length = blockDays(horizonDays);
  const numbers = Object.keys(blocks)
    .map(Number)
    .sort((a, b) => a - b);
  const whole = numbers.map((number): Block => {
    const { sums, days, movedDays } = blocks[number]!;
    return { sums, days: bits(days), movedDays: bits(movedDays) };
  });
  const daysBefore = dayOf(from) - dayOf(first) - numbers[0]! * length;
  const daysAfter = (numbers.at(-1)! + 1) * length - 1 - (dayOf(last) - dayOf(first));
  if (whole.length > 1 && daysAfter > SLACK_DAYS) whole.push(together(whole.pop()!, whole.pop()!));
  if (whole.length > 1 && daysBefore > SLACK_DAYS) whole.unshift(together(whole.shift()!, whole.shift()!));
  return whole;
}

function together(a: Block, b: Block): Block {
  return {
    sums: a.sums.map((sum, i) => sum + b.sums[i]!),
    days: a.days + b.days,
    movedDays: a.movedDays + b.movedDays,
  };
}

/** How many bits of a hexadecimal number are set. */
function bits(hexadecimal: string): number {
  return BigInt(`0x${hexadecimal}`).toString(2).replaceAll('0', '').length;
}

/** The scores of a horizon with those of one group put in their place. */
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
      const bin = binOf(blocks, FORECAST_EVENTS.indexOf(dimension), horizonDays);
      // The mean of probabilities of one tenth is within that tenth.
      const tenth = (of: ReliabilityBin) => Math.min(Math.floor(of.forecast * TENTHS), TENTHS - 1);
      const others = before.reliability[dimension].filter((of) => tenth(of) !== tenth(bin));
      const bins = [...others, bin].sort((a, b) => a.forecast - b.forecast);
      return { ...before, reliability: { ...before.reliability, [dimension]: bins } };
    }
  }
}

function binOf(blocks: readonly Block[], index: number, horizonDays: HorizonDays): ReliabilityBin {
  const event = M.events + index * MEASURES_PER_EVENT;
  const n = total(blocks, M.one);
  return {
    n,
    forecast: total(blocks, event + 2) / n,
    observed: blockShare(blocks, event, M.one, horizonDays)!,
  };
}

function scoresOf(
  blocks: readonly Block[],
  horizonDays: HorizonDays,
  from: string,
  to: string,
): LedgerScores {
  const n = total(blocks, M.one);
  const share = (hits: number, counts: number): Bounded | null =>
    blockShare(blocks, hits, counts, horizonDays);
  return {
    n,
    blocks: blocks.length,
    from,
    to,
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

/** What is summed up of a row, in the order of {@link M} and in units of {@link UNIT}. */
function measure(row: SettledForecast): readonly number[] {
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
  const values = [
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
  ];
  return values.map((value) => Math.ceil(value / UNIT));
}

/**
 * A share, Σ measure `hits` / Σ measure `counts`, with {@link shareInterval}; `null` when nothing was counted. It counts no
 * more observations than windows fit side by side into the days on which something was counted: listings of one day move
 * together.
 */
function blockShare(
  blocks: readonly Block[],
  hits: number,
  counts: number,
  horizonDays: HorizonDays,
): Bounded | null {
  const used = blocks.filter(({ sums }) => sums[counts]! > 0);
  if (used.length === 0) return null;
  if (used.length < MIN_BLOCKS)
    return { value: total(used, hits) / total(used, counts), low: null, high: null };
  const days = used.reduce((sum, block) => sum + (counts === M.moved ? block.movedDays : block.days), 0);
  return shareInterval(column(used, hits), column(used, counts), days / horizonDays);
}

/** Skill, 1 − Σ measure `errors` / Σ measure `references`, with {@link skillInterval}; `null` without errors. */
function blockSkill(blocks: readonly Block[], errors: number, references: number): Bounded | null {
  const reference = total(blocks, references);
  if (!(reference > 0)) return null;
  return blocks.length < MIN_BLOCKS
    ? { value: 1 - total(blocks, errors) / reference, low: null, high: null }
    : skillInterval(column(blocks, errors), column(blocks, references));
}

/** The sum of one measure over all blocks. */
function total(blocks: readonly Block[], position: number): number {
  return blocks.reduce((sum, { sums }) => sum + sums[position]!, 0) * UNIT;
}

function column(blocks: readonly Block[], position: number): Float64Array {
  return Float64Array.from(blocks, ({ sums }) => sums[position]! * UNIT);
}

function ratio(blocks: readonly Block[], hits: number, counts: number): number | null {
  const n = total(blocks, counts);
  return n === 0 ? null : total(blocks, hits) / n;
}

/** One value per event, made from the position of its first measure. */
function byEvent<T>(make: (event: number) => T): Record<ForecastEvent, T> {
  return Object.fromEntries(
    FORECAST_EVENTS.map((name, i) => [name, make(M.events + i * MEASURES_PER_EVENT)]),
  ) as Record<ForecastEvent, T>;
}
