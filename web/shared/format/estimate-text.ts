import type { Estimate, Format } from '#compute';

/** A measured figure and its 95 % interval: "81%" with the note "78% to 84%". */
export function estimateText(write: (value: number) => string, { value, low, high }: Estimate) {
  return { text: write(value), note: `${write(low)} to ${write(high)}` };
}

/** Writes how much smaller one error was than another, as a share of it: 0.02 → "+2.00%". */
export function improvementWriter(format: Format): (share: number) => string {
  return (share) => format.percent(share * 100, { signed: true });
}
