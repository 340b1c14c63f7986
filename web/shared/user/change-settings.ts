/** The settings by the names under which they are offered. Loaded with the pages that offer them; reading them is part of every page. */
import { settingsOf, type Settings } from './settings.ts';
import type { Theme } from './theme.tsx';
import type { Change } from './user-items.ts';

export const THEME_NAMES: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light' };

export const REGION_NAMES: Readonly<Record<Settings['region'], string>> = {
  us: 'United States: 1,234.50 · Nov 20',
  uk: 'United Kingdom: 1,234.50 · 20 Nov',
  de: 'Germany: 1.234,50 · 20 Nov',
  fr: 'France: 1 234,50 · 20 Nov',
  ch: 'Switzerland: 1’234.50 · 20 Nov',
  in: 'India: 12,34,567.50 · 20 Nov',
};

/** A setting with a few choices. The region has more, and a list of its own. */
export type ChoiceName = Exclude<keyof Settings, 'region'>;

type Names<Name extends ChoiceName> = Readonly<Record<Settings[Name], string>>;

interface Choice {
  readonly name: ChoiceName;
  readonly label: string;
  /** The command palette finds it by these words too. */
  readonly words: string;
  readonly names: Readonly<Record<string, string>>;
}

export const CHOICES: readonly Choice[] = [
  {
    name: 'palette',
    label: 'Gain and loss colors',
    words: 'color colour',
    names: {
      classic: 'Classic',
      safe: 'Color-blind safe',
      'red-up': 'Red for gains',
    } satisfies Names<'palette'>,
  },
  {
    name: 'clock',
    label: 'Time zone',
    words: 'clock zone',
    names: { exchange: 'Exchange', local: 'Local', utc: 'UTC' } satisfies Names<'clock'>,
  },
  {
    name: 'traffic',
    label: 'Data use',
    words: 'images traffic',
    names: { full: 'Full', reduced: 'Reduced' } satisfies Names<'traffic'>,
  },
  {
    name: 'shortcuts',
    label: 'Single-key shortcuts',
    words: 'keyboard keys',
    names: { on: 'On', off: 'Off' } satisfies Names<'shortcuts'>,
  },
];

/** One choice as a change of the settings. `value` is one of those that have a name. */
export function chosenSetting(name: keyof Settings, value: string): Partial<Settings> {
  return { [name]: value } as Partial<Settings>;
}

/** Chooses settings. A choice equal to the current value is not stored. */
export function withSettings(chosen: Partial<Settings>): Change {
  return (values) => {
    const current = settingsOf(values('setting'));
    return Object.entries(chosen)
      .filter(([name, choice]) => choice !== current[name as keyof Settings])
      .map(([key, choice]) => ({ kind: 'setting', key, value: { choice } }));
  };
}
