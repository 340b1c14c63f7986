import { expect, it } from 'vitest';
import { formatFor, moveRarity, moveRarityText } from '#compute';
import { candlesOf, scaleCandles } from '../series.ts';

/** A history with these moves, in percent; the last bar repeats the previous close. */
function historyOf(percents: readonly number[]) {
  const closes = [100];
  for (const percent of percents) closes.push(closes.at(-1)! * (1 + percent / 100));
  return { candles: candlesOf([...closes, closes.at(-1)!]), base: closes.at(-1)! };
}

const moves = Array.from({ length: 100 }, (_, day) => ((day % 10) + 1) * (day % 2 === 0 ? 1 : -1));
const { candles, base } = historyOf(moves);

it.each([
  // A fall counts by its ratio: −10 % is farther than +10 %.
  ['larger than every past one', base * 1.2, 0],
  ['nearly as far as the largest rise', base * 1.0899, 20],
  ['down', base * 0.9001, 10],
  ['of zero', base, 100],
])('a move %s is compared with the moves in both directions', (_what, price, asLarge) => {
  expect(moveRarity(candles, price)).toEqual({ sessions: 100, as_large: asLarge });
});

it('the last bar is the compared day and not part of its own basis', () => {
  const crash = candlesOf([...candles.close.slice(0, -1), base / 2]);
  expect(moveRarity(crash, base / 2)).toEqual({ sessions: 100, as_large: 0 });
});

it('the prices’ scale does not matter', () => {
  expect(moveRarity(scaleCandles(candles, 7), base * 7 * 1.055)).toEqual(moveRarity(candles, base * 1.055));
});

it('the basis is at least 60 and at most the last 1000 sessions', () => {
  expect(moveRarity(historyOf(moves.slice(0, 59)).candles, 100)).toBeNull();
  expect(moveRarity(historyOf(moves.slice(0, 60)).candles, 100)?.sessions).toBe(60);
  const long = historyOf([
    ...Array.from({ length: 10 }, () => 50),
    ...Array.from({ length: 1000 }, () => 0.1),
  ]);
  expect(moveRarity(long.candles, long.base * 1.2)).toEqual({ sessions: 1000, as_large: 0 });
});

it.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY])('a price of %s has no rarity', (price) => {
  expect(moveRarity(candles, price)).toBeNull();
  expect(moveRarity(candlesOf([]), price)).toBeNull();
});

it.each([
  [0, 'none as large in 1,000 sessions'],
  [25, 'once in 40 sessions'],
  [300, 'as large in 3 of 10 sessions'],
  [970, 'as large in 9 of 10 sessions'],
])('%i larger moves in 1,000 sessions read "%s"', (asLarge, words) => {
  const format = formatFor({ region: 'us', clock: 'exchange' });
  expect(moveRarityText(format, { sessions: 1000, as_large: asLarge })).toBe(words);
});
