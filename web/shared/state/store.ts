/** The door to jotai: what the app uses of it, so that a change of state library is a change here. */
export { atom, createStore, getDefaultStore } from 'jotai/vanilla';
export type { PrimitiveAtom } from 'jotai/vanilla';
export { useAtomValue, useStore } from 'jotai/react';
