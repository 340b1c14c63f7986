/** Settings: one item per choice. A setting that was never changed has no item. */
import { CONVENTIONS, regionOf, type Region } from '#compute';
import { atom, useAtomValueRawSync, type Store } from '../../store.ts';
import { hydratedAtom } from '../browser/browser-state.ts';
import { valueAtoms } from './user-items.ts';

/** The default first. The theme is stored separately. */
export const SETTING_CHOICES = {
  palette: ['classic', 'safe', 'red-up'],
  region: Object.keys(CONVENTIONS) as readonly Region[],
  clock: ['exchange', 'local', 'utc'],
  /** `reduced`: no images, no prefetch, no automatic refresh except for alerts. */
  traffic: ['full', 'reduced'],
  /** Keys without Ctrl or ⌘. Off for users of speech input or who press keys by accident (WCAG 2.1.4). */
  shortcuts: ['on', 'off'],
} as const;

export type Settings = {
  readonly [Name in keyof typeof SETTING_CHOICES]: (typeof SETTING_CHOICES)[Name][number];
};

let browserRegion: Region | undefined;

/** The region of the browser's language, as the Worker derives it from the request. For most languages it needs formatters. */
function regionOfBrowser(): Region {
  return (browserRegion ??= regionOf(globalThis.navigator?.language ?? 'en-US'));
}

/** Missing and unknown choices read as the default. */
export function settingsOf(
  chosen: ReadonlyMap<string, { readonly choice: string }>,
  region = regionOfBrowser(),
): Settings {
  const settings = Object.entries(SETTING_CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === chosen.get(name)?.choice) ??
      (name === 'region' ? region : choices[0]),
  ]);
  return Object.fromEntries(settings) as Settings;
}

export const DEFAULT_SETTINGS = settingsOf(new Map(), 'us');

/** All but the region, which the app's start need not wait for. */
const chosenSettingsAtom = atom((get) => settingsOf(get(valueAtoms.setting), 'us'));

const settingsWithRegionAtom = atom((get) => settingsOf(get(valueAtoms.setting)));

export const settingsAtom = atom((get) =>
  get(hydratedAtom) ? get(settingsWithRegionAtom) : DEFAULT_SETTINGS,
);

export function useSettings(): Settings {
  return useAtomValueRawSync(settingsAtom);
}

export const isReducedDataAtom = atom((get) => get(chosenSettingsAtom).traffic === 'reduced');

/** Whether single keys such as `/` and `?` act. Keys of a focused chart always do. */
export const areShortcutsOnAtom = atom((get) => get(chosenSettingsAtom).shortcuts === 'on');

/** Style sheets read these from the root element. index.html sets them before the first paint. */
export function styleBySettings(store: Store): () => void {
  return store.sub(chosenSettingsAtom, () => {
    const settings = store.get(chosenSettingsAtom);
    const { dataset } = document.documentElement;
    for (const name of ['palette', 'shortcuts'] as const) {
      if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
      else dataset[name] = settings[name];
    }
  });
}

/** Whether a key press there is input, not a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
