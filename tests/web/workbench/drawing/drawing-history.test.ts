// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  followed,
  NO_HISTORY,
  redone,
  undone,
  withChange,
} from '../../../../web/features/workbench/drawing/drawing-history.ts';
import { createSync } from '../../../../web/shared/user-data/sync/sync.ts';
import {
  DRAWINGS,
  drawingsText,
  parseDrawings,
  type Drawing,
  type DrawingList,
} from '../../../../web/shared/user-data/drawings.ts';
import { memoryStorage, modelAccount } from '../../../support/web/model-account.ts';

const level = (id: string, price = 100): Drawing => ({
  id,
  tool: 'level',
  points: [{ time_seconds: 0, price }],
});
const start = { list: [] as DrawingList, history: NO_HISTORY };
const one = withChange(start, 'a', level('a'));
const two = withChange(one, 'b', level('b'));

describe('steps', () => {
  test('go back and forth', () => {
    expect(two.list).toEqual([level('a'), level('b')]);
    const back = undone(two)!;
    expect(back.list).toEqual([level('a')]);
    expect(undone(back)?.list).toEqual([]);
    expect(redone(back)?.list).toEqual(two.list);
    expect([undone(start), redone(two)]).toEqual([null, null]);
  });

  test('bring a drawing back to its place', () => {
    expect(undone(withChange(two, 'a', null))?.list).toEqual(two.list);
  });

  test('a change after a step back forgets what was ahead', () => {
    const other = withChange(undone(two)!, 'a', null);
    expect(redone(other)).toBeNull();
    expect(undone(other)?.list).toEqual([level('a')]);
  });

  test('key after key moves a drawing in one step', () => {
    const moved = [101, 102, 103].reduce((now, price) => withChange(now, 'a', level('a', price), 'a'), one);
    expect(undone(moved)?.list).toEqual([level('a')]);
  });
});

test('a change of another device ends the steps of its drawing, and no others', () => {
  const moved = withChange(two, 'a', level('a', 101));
  const list = [level('b', 7), level('a', 101), level('c')];
  const history = followed(moved.history, list);
  const back = undone({ list, history })!;
  expect(back.list).toEqual([level('b', 7), level('a'), level('c')]);
  expect(undone(back)?.list).toEqual([level('b', 7), level('c')]);
  expect(followed(back.history, back.list)).toBe(back.history);
  const removed = followed(back.history, [level('b', 7)]);
  expect([removed.past, removed.future]).toEqual([[], []]);
});

const USER = { owner: 'ada@example.com', uid: 'ada' };

/** A browser of the user: what it has of a listing, and its sync. */
function openBrowser(server: ReturnType<typeof modelAccount>) {
  const storage = memoryStorage();
  const key = DRAWINGS.storageKey(USER.owner);
  const drawings = () => parseDrawings(storage.getItem(key));
  const { round } = createSync({
    ...USER,
    storage,
    api: {
      getItems: async (since) => server.getItems(since),
      putItems: async (changes) => server.putItems(structuredClone(changes)),
    },
    onWrite: () => undefined,
  });
  return {
    round,
    list: (ticker: string): DrawingList => drawings().get(ticker) ?? [],
    keep(ticker: string, list: DrawingList) {
      storage.setItem(key, drawingsText(new Map([...drawings(), [ticker, list]])));
    },
  };
}

test('what another device draws comes behind what is here, and what was done here can be undone', async () => {
  const server = modelAccount();
  const [here, there] = [openBrowser(server), openBrowser(server)];
  let now = ['z', 'm', 'a'].reduce((before, id) => withChange(before, id, level(id)), start);
  here.keep('NVDA', now.list);
  await here.round();
  await there.round();
  there.keep('AAPL', [level('k')]);
  there.keep('NVDA', [...there.list('NVDA'), level('b')]);
  await there.round();
  await here.round();
  expect(here.list('NVDA').map(({ id }) => id)).toEqual(['z', 'm', 'a', 'b']);
  now = { list: here.list('NVDA'), history: followed(now.history, here.list('NVDA')) };
  expect(undone(now)?.list.map(({ id }) => id)).toEqual(['z', 'm', 'b']);
});
