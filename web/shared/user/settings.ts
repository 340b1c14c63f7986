/** The settings that follow a user: an item for each choice, of which the newer version wins. What was never chosen has no item. */
import { CONVENTIONS, type Region, regionOf } from '#compute';
import { followTexts, memoized, readText } from './browser-storage.ts';
import { jsonFields, storedItems, type UserDocument } from './documents.ts';

/** What a person can choose for this browser, the default first. The theme has a key of its own. */
export const SETTING_CHOICES = {
  /** Which colours say gain and loss. */
  palette: ['classic', 'safe', 'red-up'],
  region: Object.keys(CONVENTIONS) as readonly Region[],
  /** Whose wall clock the times on a screen follow. */
  clock: ['exchange', 'local', 'utc'],
  /** `reduced`: no images, no prefetch, no automatic refresh except for alerts. */
  traffic: ['full', 'reduced'],
  /** Keys that act without Ctrl or ⌘: off for those who use speech input or press keys by accident (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
} as const;

export type Settings = {
  readonly [Name in keyof typeof SETTING_CHOICES]: (typeof SETTING_CHOICES)[Name][number];
};

/** Also read by the inline script of index.html, before the first paint. */
export const SETTINGS_KEY = 'candor:settings';

/** Of the browser, for whoever signed in last: settings are in force without a sign-in too. */
export const SETTINGS = {
  kinds: ['setting'],
  storageKey: () => SETTINGS_KEY,
} as const satisfies UserDocument;

/** The region of the browser's language, as the Worker derives it from the request. */
const BROWSER_REGION = regionOf(globalThis.navigator?.language ?? 'en-US');

/** The settings of a stored text: the default in place of what was not chosen or is unknown. */
export function parseSettings(text: string | null, region: Region = BROWSER_REGION): Settings {
  const chosen = storedItems(jsonFields(text), 'setting');
  const settings = Object.entries(SETTING_CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === chosen.get(name)?.['choice']) ??
      (name === 'region' ? region : choices[0]),
  ]);
  return Object.fromEntries(settings) as Settings;
}

/** Prerendered pages are written with these. */
export const DEFAULT_SETTINGS = parseSettings(null, 'us');

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
