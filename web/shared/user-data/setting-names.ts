/** The settings as they are offered: in which order, and what each choice is called. */
import type { Clock, Palette, Region, Settings, Shortcuts, Traffic } from './settings.ts';
import type { Theme } from './settings-provider.tsx';

export const THEME_NAMES: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light' };

export const REGION_NAMES: Readonly<Record<Region, string>> = {
  us: 'United States: 1,234.50 · Nov 20',
  uk: 'United Kingdom: 1,234.50 · 20 Nov',
  de: 'Germany: 1.234,50 · 20 Nov',
  fr: 'France: 1 234,50 · 20 Nov',
  ch: 'Switzerland: 1’234.50 · 20 Nov',
  in: 'India: 12,34,567.50 · 20 Nov',
};

/** A setting with a few choices. The region has more, and a list of its own. */
export type ChoiceName = Exclude<keyof Settings, 'region'>;

interface Choice {
  readonly name: ChoiceName;
  readonly label: string;
  /** The command palette finds it by these words too. */
  readonly words: string;
  /** By value. */
  readonly names: Readonly<Record<string, string>>;
}

export const CHOICES: readonly Choice[] = [
  {
    name: 'palette',
    label: 'Palette',
    words: 'color colour',
    names: { classic: 'Classic', safe: 'Colour-blind safe', 'red-up': 'Red up' } satisfies Record<
      Palette,
      string
    >,
  },
  {
    name: 'clock',
    label: 'Times',
    words: 'clock zone',
    names: { exchange: 'Exchange', local: 'Local', utc: 'UTC' } satisfies Record<Clock, string>,
  },
  {
    name: 'traffic',
    label: 'Data use',
    words: 'images traffic',
    names: { full: 'Full', reduced: 'Reduced' } satisfies Record<Traffic, string>,
  },
  {
    name: 'shortcuts',
    label: 'Single-key shortcuts',
    words: 'keyboard keys',
    names: { on: 'On', off: 'Off' } satisfies Record<Shortcuts, string>,
  },
];

/** One choice as a change of the settings. `value` is one of those that have a name. */
export function chosenSetting(name: keyof Settings, value: string): Partial<Settings> {
  return { [name]: value } as Partial<Settings>;
}
