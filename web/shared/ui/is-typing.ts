/** True where a key press writes text or changes a control's value. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
