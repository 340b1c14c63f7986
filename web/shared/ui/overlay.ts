import { atom } from '../../store.ts';

/** The dialogs and notices that any page may ask for. */
export type Overlay = 'settings' | 'palette' | 'shortcuts' | 'account-deleted';

export const overlayAtom = atom<Overlay | null>(null);
