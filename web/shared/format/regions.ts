/** How a region writes numbers and dates. The language is always English. */
export interface Conventions {
  /** Locale of numbers. */
  readonly numbers: string;
  readonly decimal: '.' | ',';
  /** Locale of dates: month first or day first. */
  readonly dates: 'en-US' | 'en-GB';
}

const DAY_FIRST = 'en-GB';

export const CONVENTIONS = {
  us: { numbers: 'en-US', decimal: '.', dates: 'en-US' },
  uk: { numbers: 'en-GB', decimal: '.', dates: DAY_FIRST },
  de: { numbers: 'de-DE', decimal: ',', dates: DAY_FIRST },
  fr: { numbers: 'fr-FR', decimal: ',', dates: DAY_FIRST },
  ch: { numbers: 'de-CH', decimal: '.', dates: DAY_FIRST },
  in: { numbers: 'en-IN', decimal: '.', dates: DAY_FIRST },
} as const satisfies Readonly<Record<string, Conventions>>;

export type Region = keyof typeof CONVENTIONS;

/** Every region, the default first. */
export const REGIONS = Object.keys(CONVENTIONS) as readonly Region[];

/** Whose wall clock tells the time of a quote. */
export const CLOCKS = ['exchange', 'local'] as const;
export type Clock = (typeof CLOCKS)[number];
