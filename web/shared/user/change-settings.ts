/** Names and changes of settings. Separate from `settings.ts`, which every page loads. */
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

/** A setting with few choices. The region has its own list. */
export type ChoiceName = Exclude<keyof Settings, 'region'>;

type Names<Name extends ChoiceName> = Readonly<Record<Settings[Name], string>>;

interface Choice {
  readonly name: ChoiceName;
  readonly label: string;
  /** More words that the command palette finds it by. */
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

export function setSetting(name: keyof Settings, choice: string): Change {
  return (values) =>
    settingsOf(values('setting'))[name] === choice ? [] : [{ kind: 'setting', key: name, value: { choice } }];
}
