/** The dialogs and notices that any page may ask for; one at a time. No library: the first page's code carries this. */
export type Overlay = 'settings' | 'palette' | 'shortcuts' | 'account-deleted';

let open: Overlay | null = null;
const listeners = new Set<() => void>();

/** The open dialog, or `null`. */
export function openOverlay(): Overlay | null {
  return open;
}

/** Asks for a dialog in place of any other; `null` closes. */
export function showOverlay(overlay: Overlay | null): void {
  open = overlay;
  for (const listener of listeners) listener();
}

/** Calls back at each change; returns a function that stops it. */
export function onOverlayChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
