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

/** What forecasts of a horizon are scored by: all together, or those with one ticker, model, month or tenth of a probability. */
export type ScoreDimension = 'all' | 'by_ticker' | 'by_model' | 'by_month' | ForecastEvent;

/** All that a group's scores need, whatever its number of forecasts. Plain data, stored as JSON. */
export interface GroupSums {
  /** First and last base session, and the last outcome. */
  from: string;
  last: string;
  to: string;
  /** By block number: block 0 begins at the ledger's first session. */
  readonly blocks: Record<number, Block>;
}

/** An event's three sums: whether it came true, its probability's squared error, and the probability. */
type EventMeasure = `${ForecastEvent}_${'observed' | 'error' | 'forecast'}`;

export type Measure =
  | 'one'
  | 'inside80'
  | 'inside95'
  | 'error'
  | 'noChangeError'
  | 'moved'
  | 'hit'
  | 'rose'
  | 'pinball'
  | EventMeasure;

/** The sums of a block, or of two that were merged. */
export interface Block {
  /** In units of {@link UNIT}. */
  readonly sums: Record<Measure, number>;
  /** Base dates with a counted forecast, as days of the block. */
  readonly days: number[];
}

const TENTHS = 10;

/** Measures are rounded up to multiples of this (about ten digits), which keeps 0.1 out of the tenth below it. */
export const UNIT: number = 2 ** -32;

/** A first or last block missing more days than this is too short to count as an observation. */
const SLACK_DAYS = 7;

/** Adds forecasts to `sums`, by their {@link groupKeys}, in blocks counted from `firstSession`. */
export function addToSums(
  sums: Map<string, GroupSums>,
  rows: readonly SettledForecast[],
  firstSession: string,
): void {
  for (const row of rows) {
    const { base_date: date, outcome_date: to, horizon_days: horizonDays } = row;
    const length = blockDays(horizonDays);
    const day = dayOf(date) - dayOf(firstSession);
    const number = Math.floor(day / length);
    const dayOfBlock = day - number * length;
    const values = measure(row);
    for (const key of groupKeys(row)) {
      const group = getOrCompute(sums, key, (): GroupSums => ({ from: date, last: date, to, blocks: {} }));
      const block = (group.blocks[number] ??= { sums: {} as Block['sums'], days: [] });
      for (const [name, value] of values) block.sums[name] = (block.sums[name] ?? 0) + value;
      if (!block.days.includes(dayOfBlock)) block.days.push(dayOfBlock);
      if (date < group.from) group.from = date;
      if (date > group.last) group.last = date;
      if (to > group.to) group.to = to;
    }
  }
}

/** Keys of the groups that a forecast is scored in: horizon, dimension and name, separated by slashes. */
export function groupKeys(row: SettledForecast): string[] {
  const names: Readonly<Record<ScoreDimension, string>> = {
    all: '',
    by_ticker: row.ticker,
    by_model: row.model,
    by_month: row.base_date.slice(0, 7),
    ...byEvent((event) => String(tenthOf(inUnits(row[`probability_${event}`]) * UNIT))),
  };
  return Object.entries(names).map(([dimension, name]) => `${row.horizon_days}/${dimension}/${name}`);
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
  const sums = { ...a.sums };
  for (const [name, sum] of Object.entries(b.sums)) sums[name as Measure] += sum;
  return { sums, days: [...a.days, ...b.days] };
}

/** The tenth 0…9 that contains a probability; 1 is in the last. */
export function tenthOf(probability: number): number {
  return Math.min(Math.floor(probability * TENTHS), TENTHS - 1);
}

export function byEvent<T>(make: (event: ForecastEvent) => T): Record<ForecastEvent, T> {
  return Object.fromEntries(FORECAST_EVENTS.map((event) => [event, make(event)])) as Record<ForecastEvent, T>;
}

/** A row's summands, in units of {@link UNIT}. */
function measure(row: SettledForecast): ReadonlyMap<Measure, number> {
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
  const came = { up: rose, buy: outcome >= base * (1 + step), sell: outcome <= base * (1 - step) };
  const values: [Measure, number][] = [
    ['one', 1],
    ['inside80', Number(row.low80 <= outcome && outcome <= row.high80)],
    ['inside95', Number(row.low95 <= outcome && outcome <= row.high95)],
    ['error', row.error_percent],
    ['noChangeError', row.no_change_error_percent],
    ['moved', Number(moved)],
    ['hit', Number(moved && rose === median > base)],
    ['rose', Number(moved && rose)],
    ['pinball', ((loss / edges.length) * 100) / base],
  ];
  for (const event of FORECAST_EVENTS) {
    const [forecast, observed] = [row[`probability_${event}`], Number(came[event])];
    values.push([`${event}_observed`, observed], [`${event}_forecast`, forecast]);
    values.push([`${event}_error`, (forecast - observed) ** 2]);
  }
  return new Map(values.map(([name, value]) => [name, inUnits(value)]));
}

function inUnits(value: number): number {
  return Math.ceil(value / UNIT);
}
