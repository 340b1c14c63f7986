// @vitest-environment node
import { expect, test } from 'vitest';
import { holdingsAtom } from '#web/features/holdings/read-positions.ts';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import { undoableEditAtom, type Change } from '#web/shared/user/user-items.ts';
import { modelAccount } from '#support/web/model-account.ts';
import { edit, syncedStore, userStore } from '#support/web/user-store.ts';

const valueOf = (quantity: number) => ({ name: '', quantity, entered: '2026-11-27' });

/** Sets quantities, or removes positions. */
const holding =
  (quantities: Readonly<Record<string, number | null>>): Change =>
  () =>
    Object.entries(quantities).map(([key, quantity]) => {
      return { kind: 'holding', key, value: quantity === null ? null : valueOf(quantity) };
    });

test('two devices’ holdings merge by position', async () => {
  const server = modelAccount();
  const [here, there] = [syncedStore(server), syncedStore(server)];
  edit(here.store, holding({ AAPL: 10, MSFT: 5, 'CASH:USD': 900 }));
  await here.round();
  await there.round();
  edit(here.store, holding({ AAPL: 12 }));
  edit(there.store, holding({ 'SAP.DE': 3, MSFT: null }));
  await here.round();
  await there.round();
  await here.round();
  const merged = { AAPL: 12, 'CASH:USD': 900, 'SAP.DE': 3 };
  for (const { store } of [here, there]) {
    const held = store.get(holdingsAtom).map(({ ticker, quantity }) => [ticker, quantity] as const);
    expect(Object.fromEntries(held)).toEqual(merged);
  }
});

test('undo brings back what a removal and an import have changed', () => {
  const store = userStore();
  edit(store, holding({ AAPL: 10, MSFT: 5 }));
  const before = store.get(holdingsAtom);
  for (const change of [holding({ AAPL: null }), holding({ AAPL: 1, NVDA: 1 })]) {
    store.set(undoableEditAtom, '', change);
    expect(store.get(holdingsAtom)).not.toEqual(before);
    (store.get(overlayAtom) as { undo: () => void }).undo();
    expect(store.get(holdingsAtom)).toEqual(before);
  }
});
