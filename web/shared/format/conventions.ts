/**
 * How numbers, dates and times are written, apart from the language, which is English. The root element carries the
 * choice, as it does the theme (`data-region`, `data-clock`): formats are called everywhere and take no argument for it.
 */
interface Conventions {
  /** Locale of numbers. */
  readonly numbers: string;
  readonly decimal: '.' | ',';
  /** Locale of dates: month first or day first. */
  readonly dates: 'en-US' | 'en-GB';
}

const DAY_FIRST = 'en-GB';

const BY_REGION = {
  us: { numbers: 'en-US', decimal: '.', dates: 'en-US' },
  uk: { numbers: 'en-GB', decimal: '.', dates: DAY_FIRST },
  de: { numbers: 'de-DE', decimal: ',', dates: DAY_FIRST },
  fr: { numbers: 'fr-FR', decimal: ',', dates: DAY_FIRST },
  ch: { numbers: 'de-CH', decimal: '.', dates: DAY_FIRST },
  in: { numbers: 'en-IN', decimal: '.', dates: DAY_FIRST },
} as const satisfies Readonly<Record<string, Conventions>>;

export type Region = keyof typeof BY_REGION;

/** Every region, the default first. */
export const REGIONS = Object.keys(BY_REGION) as readonly Region[];

function onRoot(name: 'region' | 'clock'): string | undefined {
  return typeof document === 'undefined' ? undefined : document.documentElement.dataset[name];
}

/** The conventions in force: the United States' unless the root element names another known region. */
export function conventions(): Conventions {
  const region = onRoot('region') ?? '';
  return Object.hasOwn(BY_REGION, region) ? BY_REGION[region as Region] : BY_REGION.us;
}

/** Whether the times of quotes are told by the reader's clock instead of the exchange's. */
export function isLocalClock(): boolean {
  return onRoot('clock') === 'local';
}

/** A number with exactly so many decimals and without grouping: (1.336, 2) → "1.34". */
export function formatFixed(value: number, decimals: number): string {
  return value.toFixed(decimals).replace('.', conventions().decimal);
}

/** A count with grouping: 12345 → "12,345". */
export function formatCount(count: number): string {
  return count.toLocaleString(conventions().numbers);
}
