/** The settings that follow a user: an item for each choice, of which the newer version wins. What was never chosen has no item. */
import { type Clock, CONVENTIONS, type Region } from '#compute';
import { followTexts, memoized, readText } from './browser-storage.ts';
import { storedFields, storedItems, type UserDocument } from './documents.ts';

export { CONVENTIONS, type Clock, type Region };

/** What a person chose for this browser, apart from the theme, which has a key of its own. */
export interface Settings {
  readonly palette: Palette;
  readonly region: Region;
  readonly clock: Clock;
  readonly traffic: Traffic;
  readonly shortcuts: Shortcuts;
}

/** Which colours say gain and loss. */
export const PALETTES = ['classic', 'safe', 'red-up'] as const;
export type Palette = (typeof PALETTES)[number];

/** `reduced`: no images, no prefetch, no automatic refresh except for alerts. */
export const TRAFFIC = ['full', 'reduced'] as const;
export type Traffic = (typeof TRAFFIC)[number];

/** Keys that act without Ctrl or ⌘: off for those who use speech input or press keys by accident (WCAG 2.1.4). */
export const SHORTCUTS = ['on', 'off'] as const;
export type Shortcuts = (typeof SHORTCUTS)[number];

/** Every region, the default first. */
export const REGIONS = Object.keys(CONVENTIONS) as readonly Region[];

/** Whose wall clock the times on a screen follow. */
export const CLOCKS: readonly Clock[] = ['exchange', 'local', 'utc'];

/** Also read by the inline script of index.html, before the first paint. */
export const SETTINGS_KEY = 'candor:settings';

/** Of the browser, for whoever signed in last: settings are in force without a sign-in too. */
export const SETTINGS = {
  kinds: ['setting'],
  storageKey: () => SETTINGS_KEY,
} as const satisfies UserDocument;

export const DEFAULT_SETTINGS: Settings = {
  palette: 'classic',
  region: 'us',
  clock: 'exchange',
  traffic: 'full',
  shortcuts: 'on',
};

const CHOICES: { readonly [Name in keyof Settings]: readonly Settings[Name][] } = {
  palette: PALETTES,
  region: REGIONS,
  clock: CLOCKS,
  traffic: TRAFFIC,
  shortcuts: SHORTCUTS,
};

/** The settings of a stored text: the default in place of what was not chosen or is unknown. */
export function parseSettings(text: string | null): Settings {
  const chosen = storedItems(storedFields(text), 'setting');
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    CHOICES[name].find((choice) => choice === chosen.get(name)?.['choice']) ?? DEFAULT_SETTINGS[name];
  return {
    palette: pick('palette'),
    region: pick('region'),
    clock: pick('clock'),
    traffic: pick('traffic'),
    shortcuts: pick('shortcuts'),
  };
}

const settingsOf = memoized(parseSettings);

/** The settings in force. Components use `useSettings`, which follows changes. */
export function currentSettings(): Settings {
  return settingsOf(readText(SETTINGS_KEY));
}

/** Style sheets select by these attributes of the root element. index.html sets them before the first paint. */
const STYLED = ['palette', 'shortcuts'] as const satisfies readonly (keyof Settings)[];

/** Keeps the root element in step with the settings; returns a function that stops it. */
export function styleBySettings(): () => void {
  return followTexts(() => {
    const settings = currentSettings();
    const { dataset } = document.documentElement;
    for (const name of STYLED) {
      if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
      else dataset[name] = settings[name];
    }
  });
}

/** Whether the reader chose little traffic: no images, no prefetch, no automatic refresh except for alerts. */
export function isReducedData(): boolean {
  return currentSettings().traffic === 'reduced';
}

/** Whether single keys act, such as `/` and `?`. Those with Ctrl or ⌘, and those of a focused chart, always do. */
export function areShortcutsOn(): boolean {
  return currentSettings().shortcuts === 'on';
}

/** Whether a key press there writes text or changes a control's value, and so is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
