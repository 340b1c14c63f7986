/** Set by the inline script of index.html, which keeps the last button or form that was pressed before the app ran. */
interface EarlyPress {
  readonly target: HTMLElement | null;
  readonly hold: (event: Event) => void;
}

declare global {
  interface Window {
    earlyPress?: EarlyPress | undefined;
  }
}

/**
 * Ends the holding back, and repeats what was held. Call it when the page, and not only the frame around it, answers or
 * has failed: until then a form would be sent by the browser itself.
 */
export function replayEarlyPress(): void {
  const early = window.earlyPress;
  if (!early) return;
  window.earlyPress = undefined;
  removeEventListener('click', early.hold, true);
  removeEventListener('submit', early.hold, true);
  const { target } = early;
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else target?.click();
}
