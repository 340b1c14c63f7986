/** How a region writes numbers and dates. The language is always English. */
export interface Conventions {
  readonly numbers: string;
  readonly decimal: '.' | ',';
  readonly dates: 'en-US' | 'en-GB';
}

export type Region = 'us' | 'uk' | 'de' | 'fr' | 'ch' | 'in';

/** The wall clock that times on screen follow. */
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

/** The region that writes numbers and dates most like a language (BCP 47) does; the default for an unknown one. */
export function regionOf(language: string): Region {
  if (language === 'en-US') return 'us';
  try {
    const number = new Intl.NumberFormat(language).format(1_234_567.5);
    if (number.endsWith(',5')) return number.includes('.') || language.startsWith('de') ? 'de' : 'fr';
    if (/['’]/.test(number)) return 'ch';
    if (number.includes('12,34')) return 'in';
    const date = new Intl.DateTimeFormat(language).format(new Date(2026, 10, 25));
    return date.indexOf('25') < date.indexOf('11') ? 'uk' : 'us';
  } catch {
    return 'us';
  }
}
