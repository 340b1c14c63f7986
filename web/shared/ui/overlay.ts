import type { HorizonDays } from '#compute';
import { atom } from '../../store.ts';

/** A passing message, and what undoes the change that it reports. */
export interface Notice {
  readonly text: string;
  readonly undo?: () => void;
}

/** The dialogs and notices that any page may ask for. */
export type Overlay =
  | 'settings'
  | 'palette'
  | 'shortcuts'
  | { readonly alertsFor: string; readonly horizonDays?: HorizonDays; readonly price?: number }
  | Notice;

export const overlayAtom = atom<Overlay | null>(null);
