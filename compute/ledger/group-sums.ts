/** The sums behind the ledger's scores. They are whole numbers, so forecasts can be added in any order and in any portions. */
import { blockDays } from '../back-test/block-length.ts';
import { pinball } from '../back-test/baseline-bands.ts';
import { getOrCompute } from '../common/memoised.ts';
import { dayOf } from '../dates/iso-date.ts';
import { FORECAST_SIGNAL_PERCENT } from '../forecast/expected-change.ts';
import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import type { LedgerForecast, LedgerSettlement } from './ledger-row.ts';

export type SettledForecast = LedgerForecast & LedgerSettlement;

/** P(up), P(≥ +2 %), P(≤ −2 %). */
export const FORECAST_EVENTS = ['up', 'buy', 'sell'] as const;

export type ForecastEvent = (typeof FORECAST_EVENTS)[number];

/** Forecasts scored together: all of a horizon, or those with one ticker, model, month or tenth of a probability. */
export interface ScoredGroup {
  readonly horizonDays: HorizonDays;
  readonly dimension: 'all' | 'by_ticker' | 'by_model' | 'by_month' | ForecastEvent;
  readonly name: string;
}

/** All that a group's scores need, whatever its number of forecasts. Plain data, stored as JSON. */
export interface GroupSums {
  /** First and last base session, and the last outcome. */
  from: string;
  last: string;
  to: string;
  /** By block number: block 0 begins at the ledger's first session. */
  readonly blocks: Record<number, Block>;
}

/** The sums of a block, or of two that were merged. */
export interface Block {
  /** At the positions of {@link MEASURE}, in units of {@link UNIT}. */
  readonly sums: number[];
  /** Base dates with a counted forecast, as days of the block. */
  readonly days: number[];
}

/** Positions of the measures in their sums. Each event has three: whether it came true, the squared error, the probability. */
export const MEASURE = {
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

/** Measures are rounded up to multiples of this (about ten digits), which keeps 0.1 out of the tenth below it. */
export const UNIT: number = 2 ** -32;

/** A first or last block missing more days than this is too short to count as an observation. */
const SLACK_DAYS = 7;

/** Adds forecasts to `sums`, by their {@link groupKeys}, in blocks counted from `firstSession`. Returns the changed groups. */
export function addToSums(
  sums: Map<string, GroupSums>,
  rows: readonly SettledForecast[],
  firstSession: string,
): ReadonlyMap<string, ScoredGroup> {
  const changed = new Map<string, ScoredGroup>();
  for (const row of rows) {
    const values = measure(row);
    for (const group of groupsOf(row, values)) {
      const key = keyOf(group);
      changed.set(key, group);
      const { base_date: date, outcome_date: to } = row;
      const groupSums = getOrCompute(sums, key, () => ({ from: date, last: date, to, blocks: {} }));
      addRow(groupSums, row, values, firstSession);
    }
  }
  return changed;
}

export function groupKeys(row: SettledForecast): string[] {
  return groupsOf(row, measure(row)).map(keyOf);
}

/** A group's blocks in order of time. A block at either end that is too short is merged with its neighbour. */
export function wholeBlocks(
  { from, last, blocks }: GroupSums,
  horizonDays: HorizonDays,
  firstSession: string,
): Block[] {
  const length = blockDays(horizonDays);
  const numbers = Object.keys(blocks)
    .map(Number)
    .sort((a, b) => a - b);
  const whole = numbers.map((number) => blocks[number]!);
  const daysBefore = dayOf(from) - dayOf(firstSession) - numbers[0]! * length;
  const daysAfter = (numbers.at(-1)! + 1) * length - 1 - (dayOf(last) - dayOf(firstSession));
  if (whole.length > 1 && daysAfter > SLACK_DAYS) whole.push(mergeBlocks(whole.pop()!, whole.pop()!));
  if (whole.length > 1 && daysBefore > SLACK_DAYS) whole.unshift(mergeBlocks(whole.shift()!, whole.shift()!));
  return whole;
}

function mergeBlocks(a: Block, b: Block): Block {
  return { sums: a.sums.map((sum, i) => sum + b.sums[i]!), days: [...a.days, ...b.days] };
}

/** The tenth 0…9 that contains a probability; 1 is in the last. */
export function tenthOf(probability: number): number {
  return Math.min(Math.floor(probability * TENTHS), TENTHS - 1);
}

/** One value per event, computed from the position of its first measure. */
export function byEvent<T>(make: (position: number) => T): Record<ForecastEvent, T> {
  return Object.fromEntries(
    FORECAST_EVENTS.map((name, i) => [name, make(MEASURE.events + i * MEASURES_PER_EVENT)]),
  ) as Record<ForecastEvent, T>;
}

function groupsOf(row: SettledForecast, values: readonly number[]): ScoredGroup[] {
  const tenths = byEvent((position) => String(tenthOf(values[position + 2]! * UNIT)));
  const named: readonly (readonly [ScoredGroup['dimension'], string])[] = [
    ['all', ''],
    ['by_ticker', row.ticker],
    ['by_model', row.model],
    ['by_month', row.base_date.slice(0, 7)],
    ...FORECAST_EVENTS.map((event) => [event, tenths[event]] as const),
  ];
  return named.map(([dimension, name]) => ({ horizonDays: row.horizon_days, dimension, name }));
}

function keyOf({ horizonDays, dimension, name }: ScoredGroup): string {
  return `${horizonDays}/${dimension}/${name}`;
}

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
  const block = (group.blocks[number] ??= { sums: values.map(() => 0), days: [] });
  values.forEach((value, i) => (block.sums[i]! += value));
  const dayOfBlock = day - number * length;
  if (!block.days.includes(dayOfBlock)) block.days.push(dayOfBlock);
  if (date < group.from) group.from = date;
  if (date > group.last) group.last = date;
  if (outcome > group.to) group.to = outcome;
}

/** A row's summands, in the order of {@link MEASURE} and in units of {@link UNIT}. */
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
