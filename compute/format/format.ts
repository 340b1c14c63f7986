import { getOrCompute } from '../common/memoised.ts';
import { type Clock, CONVENTIONS, type Region } from './conventions.ts';
import { type DateFormat, dateFormat } from './date-format.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';

/** An ISO date, a whole number with commas, a decimal (perhaps negative), or the space before a percent sign. */
const WRITTEN = /(\d{4}-\d\d-\d\d)|(\d{1,3}(?:,\d{3})+)|(?:(?<!\w)-)?\d*\.(\d+)| (?=%)/g;

/** Every formatter, bound to how the reader writes numbers and dates. */
export interface Format extends NumberFormat, DateFormat {
  readonly region: Region;
  /** A generated sentence with ISO dates and US numbers as the reader writes them: "2026-11-20" → "Nov 20, 2026". */
  readonly sentence: (sentence: string) => string;
}

function createFormat(region: Region, clock: Clock): Format {
  const conventions = CONVENTIONS[region];
  const numbers = numberFormat(conventions);
  const dates = dateFormat(conventions, clock);
  return {
    region,
    ...numbers,
    ...dates,
    sentence: (sentence) =>
      sentence.replaceAll(WRITTEN, (written: string, date?: string, count?: string, decimals?: string) => {
        if (written === ' ') return '';
        if (date !== undefined) return dates.isoDate(date);
        if (count !== undefined) return numbers.count(Number(count.replaceAll(',', '')));
        return numbers.fixed(Number(written), decimals?.length ?? 0);
      }),
  };
}

const formats = new Map<string, Format>();

/** The formatters of a region and a clock: pure, and the same object for the same choice. */
export function formatFor({ region, clock }: { readonly region: Region; readonly clock: Clock }): Format {
  return getOrCompute(formats, `${region} ${clock}`, () => createFormat(region, clock));
}

/** A number of trading days in words: "1 day", "7 days". */
export function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
