/** The settings that follow a user: an item for each choice, of which the newer version wins. What was never chosen has no item. */
import { CONVENTIONS, regionOf, type Region } from '#compute';
import { atom, useAtomValueRawSync, type Store } from '../../store.ts';
import { hydratedAtom } from '../ui/browser-state.ts';
import { valueAtoms } from './user-items.ts';

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

/** The region of the browser's language, as the Worker derives it from the request. */
const BROWSER_REGION = regionOf(globalThis.navigator?.language ?? 'en-US');

/** The settings of stored choices: the default in place of what was not chosen or is unknown. */
export function settingsOf(
  chosen: ReadonlyMap<string, { readonly choice: string }>,
  region: Region = BROWSER_REGION,
): Settings {
  const settings = Object.entries(SETTING_CHOICES).map(([name, choices]) => [
    name,
    choices.find((choice) => choice === chosen.get(name)?.choice) ??
      (name === 'region' ? region : choices[0]),
  ]);
  return Object.fromEntries(settings) as Settings;
}

/** Prerendered pages are written with these. */
export const DEFAULT_SETTINGS = settingsOf(new Map(), 'us');

/** The settings in force. */
const chosenSettingsAtom = atom((get) => settingsOf(get(valueAtoms.setting)));

/** The settings that texts follow. */
export const settingsAtom = atom((get) => (get(hydratedAtom) ? get(chosenSettingsAtom) : DEFAULT_SETTINGS));

export function useSettings(): Settings {
  return useAtomValueRawSync(settingsAtom);
}

export const isReducedDataAtom = atom((get) => get(chosenSettingsAtom).traffic === 'reduced');

/** Whether single keys act, such as `/` and `?`. Those with Ctrl or ⌘, and those of a focused chart, always do. */
export const areShortcutsOnAtom = atom((get) => get(chosenSettingsAtom).shortcuts === 'on');

/** Style sheets select by these attributes of the root element. index.html sets them before the first paint. */
const STYLED = ['palette', 'shortcuts'] as const satisfies readonly (keyof Settings)[];

/** Keeps the root element in step with the settings; returns a function that stops it. */
export function styleBySettings(store: Store): () => void {
  return store.sub(chosenSettingsAtom, () => {
    const settings = store.get(chosenSettingsAtom);
    const { dataset } = document.documentElement;
    for (const name of STYLED) {
      if (settings[name] === DEFAULT_SETTINGS[name]) delete dataset[name];
      else dataset[name] = settings[name];
    }
  });
}

/** Whether a key press there writes text or changes a control's value, and so is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'))
  );
}
