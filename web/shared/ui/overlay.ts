import { externalValue } from './external-value.ts';

/** The dialogs and notices that any page may ask for; one at a time. */
export type Overlay = 'settings' | 'palette' | 'shortcuts' | 'account-deleted';

export const openOverlay = externalValue<Overlay | null>(null);
