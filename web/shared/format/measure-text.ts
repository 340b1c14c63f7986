/** Measures with their 95 % intervals, as the reader writes numbers. */
import type { Estimated, Format } from '#compute';

export interface MeasureText {
  readonly value: string;
  readonly interval: string;
}

/** A share of forecasts: "81%", "78% to 84%". */
export function shareText(format: Format, { value, low, high }: Estimated): MeasureText {
  return { value: format.share(value), interval: `${format.share(low)} to ${format.share(high)}` };
}

/** How much smaller an error was than another: "+2.00%", "+1.10% to +2.90%". */
export function savedText(format: Format, { value, low, high }: Estimated): MeasureText {
  const signed = (share: number) => format.percent(share * 100, { signed: true });
  return { value: signed(value), interval: `${signed(low)} to ${signed(high)}` };
}
