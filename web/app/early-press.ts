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

/** Finds the element that stands where the pressed one stood, in a page that is rendered anew. */
let findInPlace: () => Element | null = () => null;

/** Call before a page that the build wrote is rendered anew, which drops the elements that a press was meant for. */
export function keepPlaceOfEarlyPress(root: Element): void {
  const pressed = window.earlyPress?.target;
  if (!pressed || !root.contains(pressed)) return;
  const places: number[] = [];
  for (let element: Element | null = pressed; element && element !== root; element = element.parentElement) {
    places.unshift([...(element.parentElement?.children ?? [])].indexOf(element));
  }
  findInPlace = () => places.reduce<Element | null>((parent, place) => parent?.children[place] ?? null, root);
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
  const target = early.target?.isConnected === false ? findInPlace() : early.target;
  if (target instanceof HTMLFormElement) target.requestSubmit();
  else if (target instanceof HTMLElement) target.click();
}
