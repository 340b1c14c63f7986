import { badgeText, formatFor, type HorizonDays } from '#compute';
import type { LedgerResponse } from '../contract/contract.ts';
import { html } from '../first-screen/markup.ts';

/** Pixels per character of 11 px. The text is set to this width, so that it fits in any font. */
const CHARACTER_WIDTH = 5.8;

/** The ledger's record over one horizon as an SVG image of one line, without styles, which the API's policy refuses. */
export function badge({ ledger, horizons }: LedgerResponse, horizonDays: HorizonDays): string {
  const scores = horizons.find(({ horizon_days: days }) => days === horizonDays);
  const text = badgeText(formatFor({ region: 'us', clock: 'utc' }), ledger, horizonDays, scores);
  const width = Math.round(text.length * CHARACTER_WIDTH);
  return html`
    <svg xmlns="http://www.w3.org/2000/svg" width="${width + 16}" height="20" role="img">
      <title>${text}. Not investment advice.</title>
      <rect width="100%" height="20" rx="4" fill="#4352d8" />
      <text x="8" y="14" textLength="${width}" fill="#fff" font-family="system-ui" font-size="11">
        ${text}
      </text>
    </svg>
  `.text;
}
