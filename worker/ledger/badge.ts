import { badgeTexts, formatFor, type HorizonDays } from '#compute';
import type { LedgerResponse } from '../contract/contract.ts';
import { html } from '../first-screen/markup.ts';

/** Pixels per character of 11 px. Each line is set to this width, so that it fits in any font. */
const CHARACTER_WIDTH = 5.8;

/** The ledger's record over one horizon as an SVG image of two lines, without styles, which the API's policy refuses. */
export function badge({ ledger, horizons }: LedgerResponse, horizonDays: HorizonDays): string {
  const scores = horizons.find(({ horizon_days: days }) => days === horizonDays);
  const lines = badgeTexts(formatFor({ region: 'us', clock: 'utc' }), ledger, horizonDays, scores);
  const widths = lines.map((line) => Math.round(line.length * CHARACTER_WIDTH));
  const texts = lines.map(
    (line, i) => html`<text x="8" y="${15 + 15 * i}" textLength="${widths[i] ?? 0}">${line}</text>`,
  );
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width="${Math.max(...widths) + 16}" height="37" role="img">
      <title>${lines.join(': ')}. Not investment advice.</title>
      <rect width="100%" height="37" rx="4" fill="#4352d8" />
      <g fill="#fff" font-family="system-ui" font-size="11">${texts}</g>
    </svg>
  `.text;
}
