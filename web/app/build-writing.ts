/**
 * The build writes its pages by the default settings. While React takes such a page over, those that numbers are written by
 * are off the root element, or it would not find its own numbers in the page.
 */
const NAMES = ['region', 'clock'] as const;

let held: Partial<Record<(typeof NAMES)[number], string>> = {};

/** Call before React takes over a page that the build wrote. */
export function writeAsBuilt(): void {
  const { dataset } = document.documentElement;
  held = {};
  for (const name of NAMES) {
    if (dataset[name] !== undefined) held[name] = dataset[name];
    delete dataset[name];
  }
}

/** Call when the page has been taken over or has failed: it is then written by the settings in force. */
export function writeAsChosen(): void {
  Object.assign(document.documentElement.dataset, held);
  held = {};
}
