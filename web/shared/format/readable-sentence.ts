import { formatCount, formatFixed } from './conventions.ts';
import { formatIsoDate } from './dates.ts';

/** An ISO date, a whole number with commas, a decimal, the blank before a percent sign. */
const WRITTEN = /(\d{4}-\d\d-\d\d)|(\d{1,3}(?:,\d{3})+)|\d*\.(\d+)| (?=%)/g;

/**
 * A sentence of compute's, which knows no reader and writes dates as ISO and numbers as in the United States, as people
 * read them: "1,234 forecasts to 2026-11-20" → "1,234 forecasts to Nov 20, 2026", or "1.234 … 20 Nov 2026" where the
 * settings say so. A percent sign stands at its number, as everywhere else on the page.
 */
export function readableSentence(sentence: string): string {
  return sentence.replaceAll(
    WRITTEN,
    (written: string, date: string | undefined, count: string | undefined, decimals: string | undefined) => {
      if (written === ' ') return '';
      if (date !== undefined) return formatIsoDate(date);
      if (count !== undefined) return formatCount(Number(count.replaceAll(',', '')));
      return formatFixed(Number(written), decimals?.length ?? 0);
    },
  );
}
