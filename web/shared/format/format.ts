import type { AiSignal, Verdict } from '#compute';
import type { DataSource } from '#worker/contract';
import { CONVENTIONS, type Clock, type Region } from '../user-data/settings.ts';
import { dateFormat } from './date-format.ts';
import { numberFormat, priceFormat } from './number-format.ts';

/** An ISO date, a whole number with commas, a decimal (perhaps negative), the blank before a percent sign. */
const WRITTEN = /(\d{4}-\d\d-\d\d)|(\d{1,3}(?:,\d{3})+)|(?:(?<!\w)-)?\d*\.(\d+)| (?=%)/g;

/** Every formatter, bound to how the reader writes numbers and dates. Pure, and the same object for the same choice. */
export type Format = ReturnType<typeof createFormat>;

function createFormat(region: Region, clock: Clock) {
  const conventions = CONVENTIONS[region];
  const numbers = numberFormat(conventions);
  const dates = dateFormat(conventions, clock);
  return {
    ...numbers,
    ...priceFormat(conventions),
    ...dates,

    /**
     * A sentence of `compute`, which writes dates as ISO and numbers as in the United States, as the reader writes them:
     * "1,234 forecasts to 2026-11-20" → "1,234 forecasts to Nov 20, 2026".
     */
    sentence: (sentence: string): string =>
      sentence.replaceAll(
        WRITTEN,
        (
          written: string,
          date: string | undefined,
          count: string | undefined,
          decimals: string | undefined,
        ) => {
          if (written === ' ') return '';
          if (date !== undefined) return dates.isoDate(date);
          if (count !== undefined) return numbers.count(Number(count.replaceAll(',', '')));
          return numbers.fixed(Number(written), decimals?.length ?? 0);
        },
      ),
  };
}

const formats = new Map<string, Format>();

/** The formatters of a region and a clock. */
export function formatFor({ region, clock }: { readonly region: Region; readonly clock: Clock }): Format {
  const key = `${region} ${clock}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = createFormat(region, clock);
    formats.set(key, format);
  }
  return format;
}

/** A number of trading days in words: "1 day", "7 days". */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** What people call the sources of the data. */
export const SOURCE_NAME: Readonly<Record<DataSource, string>> = {
  yahoo: 'Yahoo',
  twelvedata: 'Twelve Data',
  finnhub: 'Finnhub',
  sample: 'Sample market',
};

/** A source as it is stamped on a file: simulated prices are called so. */
export function stampedSource(source: DataSource): string {
  return source === 'sample' ? 'Sample market: simulated prices' : SOURCE_NAME[source];
}

/** A listing as it is read out: "AAPL, $227.50, model signal BUY"; without a signal where there is none. */
export function spokenListing(
  format: Format,
  ticker: string,
  { price, currency, signal }: { price: number; currency: string; signal: AiSignal | null },
): string {
  return `${ticker}, ${format.price(price, currency)}${signal === null ? '' : `, model signal ${signal}`}`;
}

/** "The median … no change": what an interval of skill shows, in the middle of a sentence. */
export const SKILL_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'did better than',
  below: 'did worse than',
  undecided: 'did neither clearly better nor clearly worse than',
};
