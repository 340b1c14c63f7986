// @vitest-environment node
import { expect, test } from 'vitest';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import { holdingsAtom, removePosition, setPositions, type Position } from '#web/shared/user/holdings.ts';
import { undoableEditAtom } from '#web/shared/user/user-items.ts';
import { modelAccount } from '#support/web/model-account.ts';
import { edit, syncedStore, userStore } from '#support/web/user-store.ts';

function position(ticker: string, quantity: number): Position {
  return { ticker, name: '', quantity, entered: '2026-11-27' };
}

test('two devices’ holdings merge by position', async () => {
  const server = modelAccount();
  const [here, there] = [syncedStore(server), syncedStore(server)];
  edit(here.store, setPositions([position('AAPL', 10), position('MSFT', 5), position('CASH:USD', 900)]));
  await here.round();
  await there.round();
  edit(here.store, setPositions([position('AAPL', 12)]));
  edit(there.store, setPositions([position('SAP.DE', 3)]));
  edit(there.store, removePosition('MSFT'));
  await here.round();
  await there.round();
  await here.round();
  const merged = [position('AAPL', 12), position('CASH:USD', 900), position('SAP.DE', 3)];
  for (const { store } of [here, there])
    expect(store.get(holdingsAtom).toSorted((a, b) => a.ticker.localeCompare(b.ticker))).toEqual(merged);
});

test('undo brings back what a removal and an import have changed', () => {
  const store = userStore();
  const before = [position('AAPL', 10), position('MSFT', 5)];
  edit(store, setPositions(before));
  for (const change of [removePosition('AAPL'), setPositions([position('AAPL', 1), position('NVDA', 1)])]) {
    store.set(undoableEditAtom, '', change);
    expect(store.get(holdingsAtom)).not.toEqual(before);
    (store.get(overlayAtom) as { undo: () => void }).undo();
    expect(store.get(holdingsAtom)).toEqual(before);
  }
});
