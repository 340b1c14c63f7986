/** What the app uses of jotai. */
export { atom, createStore } from 'jotai/vanilla';
export type { PrimitiveAtom } from 'jotai/vanilla';
export { useAtomValue, useStore } from 'jotai/react';
