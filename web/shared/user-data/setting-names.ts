import type { Clock, Palette, Region, Shortcuts, Traffic } from './settings.ts';
import type { Theme } from './settings-provider.tsx';

/** What each choice is called, in the order in which they are offered. */
export const THEME_NAMES: Readonly<Record<Theme, string>> = { dark: 'Dark', light: 'Light' };

export const PALETTE_NAMES: Readonly<Record<Palette, string>> = {
  classic: 'Classic',
  safe: 'Colour-blind safe',
  'red-up': 'Red up',
};

export const CLOCK_NAMES: Readonly<Record<Clock, string>> = {
  exchange: 'Exchange',
  local: 'Local',
  utc: 'UTC',
};

export const TRAFFIC_NAMES: Readonly<Record<Traffic, string>> = { full: 'Full', reduced: 'Reduced' };

export const SHORTCUTS_NAMES: Readonly<Record<Shortcuts, string>> = { on: 'On', off: 'Off' };

export const REGION_NAMES: Readonly<Record<Region, string>> = {
  us: 'United States: 1,234.50 · Nov 20',
  uk: 'United Kingdom: 1,234.50 · 20 Nov',
  de: 'Germany: 1.234,50 · 20 Nov',
  fr: 'France: 1 234,50 · 20 Nov',
  ch: 'Switzerland: 1’234.50 · 20 Nov',
  in: 'India: 12,34,567.50 · 20 Nov',
};
