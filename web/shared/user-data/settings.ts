import { type Clock, CONVENTIONS, type Region } from '#compute';
import { browserStorage, store } from './browser-storage.ts';

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

export const CLOCKS: readonly Clock[] = ['exchange', 'local', 'utc'];

/** Also read by the inline script of index.html, before the first paint. */
export const SETTINGS_KEY = 'candor:settings';

/** Raised when a value changes its meaning; other versions are not read. */
export const SETTINGS_VERSION = 1;

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

/** Reads stored settings. A value that is missing or unknown, and everything of another version, falls back to its default. */
export function parseSettings(stored: string | null): Settings {
  const fields = storedFields(stored);
  const pick = <Name extends keyof Settings>(name: Name): Settings[Name] =>
    CHOICES[name].find((choice) => choice === fields[name]) ?? DEFAULT_SETTINGS[name];
  return {
    palette: pick('palette'),
    region: pick('region'),
    clock: pick('clock'),
    traffic: pick('traffic'),
    shortcuts: pick('shortcuts'),
  };
}

/** The stored form; {@link parseSettings} gives the settings back. */
export function serialiseSettings(settings: Settings): string {
  return JSON.stringify({ version: SETTINGS_VERSION, ...settings });
}

function storedFields(stored: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (typeof value !== 'object' || value === null) return {};
    const fields = value as Record<string, unknown>;
    return fields['version'] === SETTINGS_VERSION ? fields : {};
  } catch {
    // Corrupt: as if nothing were stored.
    return {};
  }
}

/** Style sheets select by these, so they stand on the root element too. index.html puts them there before the first paint. */
const STYLED = ['palette', 'shortcuts'] as const satisfies readonly (keyof Settings)[];

let current = readStored();
const listeners = new Set<() => void>();

function readStored(): Settings {
  try {
    return parseSettings(browserStorage().getItem(SETTINGS_KEY));
  } catch {
    return DEFAULT_SETTINGS;
  }
}

function apply(settings: Settings): void {
  current = settings;
  const { dataset } = document.documentElement;
  for (const name of STYLED) {
    if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
    else dataset[name] = settings[name];
  }
  for (const listener of listeners) listener();
}

/** The settings in force. Components use `useSettings`, which follows changes. */
export function currentSettings(): Settings {
  return current;
}

/** Whether the reader wants little traffic: no images, no prefetch, no automatic refresh except for alerts. */
export function isReducedData(): boolean {
  return current.traffic === 'reduced';
}

/** Whether single keys act, such as `/` and `?`. Those with Ctrl or ⌘, and those of a focused chart, always do. */
export function areShortcutsOn(): boolean {
  return current.shortcuts === 'on';
}

/** Whether a key press there writes text or changes a control's value, and so is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}

/** Calls back after each change; returns a function that stops it. */
export function onSettingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes some settings here and for the next visit. Where storage refuses, they last as long as the page. */
export function changeSettings(change: Partial<Settings>): void {
  apply({ ...current, ...change });
  try {
    store(browserStorage(), SETTINGS_KEY, serialiseSettings(current));
  } catch {
    // Full or private: what is on screen has changed all the same.
  }
}

function follow({ key, newValue }: StorageEvent): void {
  // A null key means that the other tab cleared everything.
  if (key === SETTINGS_KEY || key === null) apply(parseSettings(newValue));
}

/** Follows what other tabs of this browser choose; returns a function that stops it. */
export function followOtherTabs(): () => void {
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
