/** How a region writes numbers and dates. The language is always English. */
export interface Conventions {
  readonly numbers: string;
  readonly decimal: '.' | ',';
  /** Locale of dates: month first or day first. */
  readonly dates: 'en-US' | 'en-GB';
}

export type Region = 'us' | 'uk' | 'de' | 'fr' | 'ch' | 'in';

/** Whose wall clock the times on screen follow. */
export type Clock = 'exchange' | 'local' | 'utc';

/** The first is the default. */
export const CONVENTIONS: Readonly<Record<Region, Conventions>> = {
  us: { numbers: 'en-US', decimal: '.', dates: 'en-US' },
  uk: { numbers: 'en-GB', decimal: '.', dates: 'en-GB' },
  de: { numbers: 'de-DE', decimal: ',', dates: 'en-GB' },
  fr: { numbers: 'fr-FR', decimal: ',', dates: 'en-GB' },
  ch: { numbers: 'de-CH', decimal: '.', dates: 'en-GB' },
  in: { numbers: 'en-IN', decimal: '.', dates: 'en-GB' },
};
