import { browserStorage, store } from '../state/browser-storage.ts';
import {
  DEFAULT_SETTINGS,
  parseSettings,
  serialiseSettings,
  SETTINGS_KEY,
  type Settings,
} from './settings.ts';

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
