/** How a region writes numbers and dates. The language is always English. */
export interface Conventions {
  readonly numbers: string;
  readonly decimal: '.' | ',';
  /** Locale of dates: month first or day first. */
  readonly dates: 'en-US' | 'en-GB';
}

export type Region = 'us' | 'uk' | 'de' | 'fr' | 'ch' | 'in';

/** Whose wall clock tells the times on a screen. */
export type Clock = 'exchange' | 'local' | 'utc';

const DAY_FIRST = 'en-GB';

/** The default first. */
export const CONVENTIONS: Readonly<Record<Region, Conventions>> = {
  us: { numbers: 'en-US', decimal: '.', dates: 'en-US' },
  uk: { numbers: 'en-GB', decimal: '.', dates: DAY_FIRST },
  de: { numbers: 'de-DE', decimal: ',', dates: DAY_FIRST },
  fr: { numbers: 'fr-FR', decimal: ',', dates: DAY_FIRST },
  ch: { numbers: 'de-CH', decimal: '.', dates: DAY_FIRST },
  in: { numbers: 'en-IN', decimal: '.', dates: DAY_FIRST },
};
