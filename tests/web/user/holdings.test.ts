// @vitest-environment node
import { expect, test } from 'vitest';
import { Sync } from '#web/shared/sync/sync.ts';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import {
  cashCurrency,
  holdingsAtom,
  removePosition,
  setPositions,
  type Position,
} from '#web/shared/user/holdings.ts';
import { undoableEditAtom } from '#web/shared/user/user-items.ts';
import { modelAccount } from '#support/web/model-account.ts';
import { edit, userStore } from '#support/web/user-store.ts';

const position = (ticker: string, quantity: number): Position => ({
  ticker,
  name: '',
  quantity,
  entered: '2026-11-27',
});

test('two devices’ holdings merge by position', async () => {
  const server = modelAccount();
  const [here, there] = [userStore(), userStore()];
  const [syncHere, syncThere] = [here, there].map(
    (store) =>
      new Sync(store, 'ada', {
        getItems: async (since) => server.getItems(since),
        putItems: async (changes) => server.putItems(structuredClone(changes)),
      }),
  );
  edit(here, setPositions([position('AAPL', 10), position('MSFT', 5), position('CASH:USD', 900)]));
  await syncHere!.round();
  await syncThere!.round();
  edit(here, setPositions([position('AAPL', 12)]));
  edit(there, setPositions([position('SAP.DE', 3)]));
  edit(there, removePosition('MSFT'));
  await syncHere!.round();
  await syncThere!.round();
  await syncHere!.round();
  for (const store of [here, there]) {
    expect(new Map(store.get(holdingsAtom).map(({ ticker, quantity }) => [ticker, quantity]))).toEqual(
      new Map([
        ['AAPL', 12],
        ['CASH:USD', 900],
        ['SAP.DE', 3],
      ]),
    );
  }
});

test('undo brings back what a removal and an import have changed', () => {
  const store = userStore();
  const before = [position('AAPL', 10), position('MSFT', 5)];
  const undo = () => (store.get(overlayAtom) as { undo: () => void }).undo();
  edit(store, setPositions(before));
  store.set(undoableEditAtom, '', removePosition('AAPL'));
  expect(store.get(holdingsAtom)).toEqual([before[1]]);
  undo();
  expect(store.get(holdingsAtom)).toEqual(before);
  store.set(undoableEditAtom, '', setPositions([position('AAPL', 1), position('NVDA', 1)]));
  undo();
  expect(store.get(holdingsAtom)).toEqual(before);
});

test('tells cash from listings', () => {
  expect(['CASH:USD', 'CASH', 'CASH:usd', 'AAPL'].map(cashCurrency)).toEqual(['USD', null, null, null]);
});
