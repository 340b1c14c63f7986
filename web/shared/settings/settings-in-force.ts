/**
 * The settings in force stand on the root element, as the theme does, where style sheets, charts and formats read them.
 * The inline script of index.html puts the stored ones there before the first paint; everything after goes through here.
 */
import {
  DEFAULT_SETTINGS,
  SETTINGS_KEY,
  parseSettings,
  serialiseSettings,
  validSettings,
  type Settings,
} from './settings.ts';

const ATTRIBUTES = Object.keys(DEFAULT_SETTINGS).map((name) => `data-${name}`);

/** The settings in force; what is absent or unknown is the default. */
export function settingsInForce(): Settings {
  return validSettings({ ...document.documentElement.dataset });
}

/** Calls back when a setting changed; answers the function that ends it. */
export function onSettingsChange(callback: () => void): () => void {
  const observer = new MutationObserver(callback);
  observer.observe(document.documentElement, { attributeFilter: ATTRIBUTES });
  return () => observer.disconnect();
}

/** Changes some settings here and for the next visit. Where storage refuses, they last as long as the page. */
export function changeSettings(change: Partial<Settings>): void {
  const settings = { ...settingsInForce(), ...change };
  put(settings);
  try {
    localStorage.setItem(SETTINGS_KEY, serialiseSettings(settings));
  } catch {
    // Full or private: what is on screen has changed all the same.
  }
}

function follow({ key, newValue }: StorageEvent): void {
  // A null key means that the other tab cleared everything.
  if (key === SETTINGS_KEY || key === null) put(parseSettings(newValue));
}

/** Follows what other tabs of this browser choose; answers the function that ends it. */
export function followOtherTabs(): () => void {
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function put(settings: Settings): void {
  const { dataset } = document.documentElement;
  for (const name of Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]) {
    if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
    else dataset[name] = settings[name];
  }
}
