import { externalValue } from './external-value.ts';

/** The dialogs and notices that any page may ask for; one at a time. */
export type Overlay = 'settings' | 'palette' | 'shortcuts' | 'account-deleted';

/** The one that is open, or `null`. */
export const openOverlay = externalValue<Overlay | null>(null);
