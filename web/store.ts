/**
 * What the app's state is made of: atoms of jotai in one store, which `app/main.tsx` makes. The only importer of the package.
 * Version 3's `useAtomValue` subscribes in an effect and can miss what a child's effect writes, so it is not among them.
 */
import type { createStore } from 'jotai';

export { atom, createStore, Provider, useAtomValueRawSync, useSetAtom, useStore } from 'jotai';

export type Store = ReturnType<typeof createStore>;
export type { Atom, Getter } from 'jotai';
