import { atom } from '../../store.ts';

export type Overlay = 'settings' | 'palette' | 'shortcuts' | 'account-deleted';

export const overlayAtom = atom<Overlay | null>(null);
