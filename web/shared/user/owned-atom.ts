import { atom, type Getter } from '../../store.ts';
import { GUEST } from './user-items.ts';
import { ownerAtom } from './user-items.ts';

/** An atom that starts again at `initial` when the owner changes. Writing it takes a function of the value. */
export function ownedAtom<Value>(initial: Value) {
  const heldAtom = atom({ owner: GUEST, value: initial });
  const valueOf = (get: Getter): Value => {
    const held = get(heldAtom);
    return held.owner === get(ownerAtom) ? held.value : initial;
  };
  return atom(valueOf, (get, set, change: (before: Value) => Value) =>
    set(heldAtom, { owner: get(ownerAtom), value: change(valueOf(get)) }),
  );
}
