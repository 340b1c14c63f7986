/** The only importer of jotai. Its `useAtomValue` can miss what a child's effect writes, so it is not among these. */
import type { createStore } from 'jotai';

export { atom, createStore, Provider, useAtomValueRawSync, useSetAtom, useStore } from 'jotai';

export type Store = ReturnType<typeof createStore>;
export type { Atom, Getter, WritableAtom } from 'jotai';
