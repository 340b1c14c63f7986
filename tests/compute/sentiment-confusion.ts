import { headlineScore, sentimentLabel } from '#compute';
import { labelledHeadlines, type HeadlineTone } from './vectors.ts';

/** How often headlines of one tone (rows) are read as another (columns). */
type Confusion = Readonly<Record<HeadlineTone, Readonly<Record<HeadlineTone, number>>>>;

const NONE = { positive: 0, neutral: 0, negative: 0 };

/** Scores every labelled headline; Bullish and Very Bullish count as positive, Bearish and Very Bearish as negative. */
export function sentimentConfusion(): { readonly table: Confusion; readonly misread: readonly string[] } {
  const table = { positive: { ...NONE }, neutral: { ...NONE }, negative: { ...NONE } };
  const misread: string[] = [];
  for (const { headline, tone } of labelledHeadlines) {
    const label = sentimentLabel(headlineScore(headline, ''));
    const read = label.endsWith('Bullish') ? 'positive' : label.endsWith('Bearish') ? 'negative' : 'neutral';
    table[tone][read]++;
    if (read !== tone) misread.push(`${tone} read as ${read}: ${headline}`);
  }
  return { table, misread };
}
