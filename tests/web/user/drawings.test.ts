// @vitest-environment node
import type { ItemValue } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import type { PriceScale } from '#web/shared/user/anchor.ts';
import {
  anchoredDrawing,
  drawingsAtom,
  drawingsOf,
  setDrawings,
  splitAdjustedDrawing,
  type Drawing,
  type DrawingList,
} from '#web/shared/user/drawings.ts';
import { modelAccount, type ModelAccount } from '#support/web/model-account.ts';
import { edit, syncedStore } from '#support/web/user-store.ts';

/** A browser of the user: what it has of a listing, and its sync. */
function openBrowser(server: ModelAccount) {
  const { store, round } = syncedStore(server);
  return {
    round,
    list: (ticker: string): DrawingList => store.get(drawingsAtom).get(ticker) ?? [],
    keep: (ticker: string, ids: readonly string[]) =>
      edit(store, setDrawings(ticker, new Map(ids.map((id) => [id, level(id)])))),
  };
}

const at = (days: number, price: number) => ({ time_seconds: days * 86_400, price });
const level = (id: string): Drawing => ({ id, tool: 'level', points: [at(0, 100)] });
/** Stored values of drawings of NVDA. */
const stored = (list: readonly object[]) =>
  new Map(
    list.map((drawing) => {
      const { id, ...value } = drawing as Drawing;
      return [`NVDA/${id}`, value as ItemValue<'drawing'>];
    }),
  );

describe('a bad drawing is left out, its neighbours stay:', () => {
  test.each<readonly [string, object]>([
    ['an unknown tool', { ...level('a'), tool: 'circle' as never }],
    ['a level without a point', { ...level('a'), points: [] }],
    ['a level of two points', { ...level('a'), points: [at(0, 1), at(1, 1)] }],
    ['a point that is none', { ...level('a'), points: [null] }],
    ['a price that is none', { ...level('a'), points: [at(0, Number.NaN)] }],
    ['a point in another age', { ...level('a'), points: [at(1e7, 1)] }],
    ['a trend line of one point', { id: 'a', tool: 'trend', points: [at(0, 1)] }],
    ['a measure of three', { id: 'a', tool: 'measure', points: [at(0, 1), at(1, 1), at(2, 1)] }],
    ['a text without one', { id: 'a', tool: 'text', points: [at(0, 1)] }],
    ['a measure in a colour', { id: 'a', tool: 'measure', points: [at(0, 1), at(1, 1)], color: 'magenta' }],
    ['a colour that is none', { ...level('a'), color: '#fff' }],
    ['a text of blanks', { id: 'a', tool: 'text', points: [at(0, 1)], text: '  ' }],
    ['a text that is too long', { id: 'a', tool: 'text', points: [at(0, 1)], text: 'x'.repeat(201) }],
  ])('%s', (_, bad) => {
    expect(drawingsOf(stored([level('good'), bad]))).toEqual(new Map([['NVDA', [level('good')]]]));
  });
});

test('what another device draws comes behind what is here', async () => {
  const server = modelAccount();
  const [here, there] = [openBrowser(server), openBrowser(server)];
  here.keep('NVDA', ['z', 'm', 'a']);
  await here.round();
  await there.round();
  there.keep('AAPL', ['k']);
  there.keep('NVDA', ['b']);
  await there.round();
  await here.round();
  expect(here.list('NVDA').map(({ id }) => id)).toEqual(['z', 'm', 'a', 'b']);
});

/** After a split of so many new shares for an old one. */
const scaleOf = (divisor: number, source = 'yahoo') => ({
  source,
  year_closes: { dates: ['2026-01-02'], prices: [120 / divisor] },
});

describe('a drawing from before a split', () => {
  const drawn: Drawing = { id: 'a', tool: 'trend', points: [at(0, 140), at(3, 120.4)] };
  const kept = anchoredDrawing(drawn, scaleOf(1));
  const pricesIn = (scale: PriceScale) => splitAdjustedDrawing(kept, scale).points.map(({ price }) => price);

  test('moves with the prices, whatever the split is corrected to, and keeps its times', () => {
    expect([1, 10, 20, 1].map((divisor) => pricesIn(scaleOf(divisor)))).toEqual([
      [140, 120.4],
      [14, 12.04],
      [7, 6.02],
      [140, 120.4],
    ]);
    expect(pricesIn(scaleOf(10, 'sample'))).toEqual([140, 120.4]);
    expect(splitAdjustedDrawing(kept, scaleOf(10)).points[1]?.time_seconds).toBe(at(3, 1).time_seconds);
  });

  test('is of today once it is moved', () => {
    const moved = anchoredDrawing(
      { ...splitAdjustedDrawing(kept, scaleOf(10)), points: [at(0, 15), at(3, 12)] },
      scaleOf(10),
    );
    expect(splitAdjustedDrawing(moved, scaleOf(10)).points).toEqual([at(0, 15), at(3, 12)]);
    expect(drawingsOf(stored([moved])).get('NVDA')).toEqual([moved]);
  });

  test('has no anchor where no session is over', () => {
    const young = { source: 'yahoo', year_closes: { dates: [], prices: [] } };
    expect(anchoredDrawing(kept, young)).toEqual(drawn);
  });
});
