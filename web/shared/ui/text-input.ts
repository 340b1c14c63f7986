/** True where a key press writes text or changes a control's value. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}

/** Writes a field's text in upper case and returns it; the caret stays where the reader types. */
export function upperCaseInPlace(input: HTMLInputElement): string {
  const { value, selectionStart, selectionEnd } = input;
  const text = value.toUpperCase();
  if (text !== value) {
    // What React writes afterwards is the same text, which moves no caret.
    input.value = text;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return text;
}
