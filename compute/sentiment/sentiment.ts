import lexicon from './lexicon.json' with { type: 'json' };

export type SentimentLabel = 'Very Bullish' | 'Bullish' | 'Neutral' | 'Bearish' | 'Very Bearish';

type SentimentTone = 'gain' | 'loss' | 'neutral';

/** above 0.5 Very Bullish, above 0.2 Bullish, above −0.2 Neutral, above −0.5 Bearish, otherwise Very Bearish. */
export function sentimentLabel(score: number): SentimentLabel {
  if (score > 0.5) return 'Very Bullish';
  if (score > 0.2) return 'Bullish';
  if (score > -0.2) return 'Neutral';
  return score > -0.5 ? 'Bearish' : 'Very Bearish';
}

/** Gauge colour: gain above 0.3, loss below −0.3, otherwise neutral. */
export function sentimentTone(score: number): SentimentTone {
  if (score > 0.3) return 'gain';
  return score < -0.3 ? 'loss' : 'neutral';
}

export interface HeadlineInput {
  readonly headline: string;
  readonly summary: string;
  readonly ageDays: number;
}

/** A summary repeats its headline at length; ours. */
const SUMMARY_WEIGHT = 0.5;

/** Words back in which a negation still turns a tone word; as Loughran & McDonald 2011 count it. */
const NEGATION_REACH_WORDS = 3;

const INTENSIFIED = 1.5;
const DIMINISHED = 0.5;

/** Shape of tone / √(tone² + 2): one word scores 0.58, two 0.82. The form is VADER's (Hutto & Gilbert 2014). */
const SATURATION = 2;

/** News loses half of its weight in this time; ours. */
const HALF_LIFE_DAYS = 2;

/** Words, and the marks that end a thought. */
const TOKEN = /[a-z]+(?:['-][a-z]+)*|[.;:!?]/g;

/**
 * Word lists for headlines about companies and markets, compiled for this product after the idea of Loughran & McDonald
 * 2011, "When Is a Liability Not a Liability?": "liability", "tax" and "share" are in no list, "downgrade" and "beats" are.
 */
const POSITIVE = /* @__PURE__ */ new Set(lexicon.positive);
const NEGATIVE = /* @__PURE__ */ new Set(lexicon.negative);
/** Turn the tone of a word that follows closely. */
const NEGATIONS = /* @__PURE__ */ new Set(lexicon.negations);
/** Strengthen or soften the word right after them. */
const INTENSIFIERS = /* @__PURE__ */ new Set(lexicon.intensifiers);
const DIMINISHERS = /* @__PURE__ */ new Set(lexicon.diminishers);

/**
 * Tone of one text by the finance lexicon: positive minus negative words, turned by a negation within 3 words before,
 * strengthened or softened by the word right before, the summary at half weight, saturated.
 * −1…1 (never reached); 0 where no word of the lexicon occurs. English only.
 */
export function headlineScore(headline: string, summary: string): number {
  const tone = textTone(headline) + SUMMARY_WEIGHT * textTone(summary);
  return tone / Math.sqrt(tone * tone + SATURATION);
}

/** Mean of {@link headlineScore}, each weighing half as much for every 2 days of age; −1…1; `null` for no headlines. */
export function sentimentScore(headlines: readonly HeadlineInput[]): number | null {
  if (headlines.length === 0) return null;
  // Relative to the youngest, or very old news would all weigh 0.
  const youngest = headlines.reduce((age, { ageDays }) => Math.min(age, ageDays), Infinity);
  let sum = 0;
  let weights = 0;
  for (const { headline, summary, ageDays } of headlines) {
    const weight = 2 ** ((youngest - ageDays) / HALF_LIFE_DAYS);
    sum += weight * headlineScore(headline, summary);
    weights += weight;
  }
  return sum / weights;
}

function textTone(text: string): number {
  const tokens = text.toLowerCase().replaceAll('’', "'").match(TOKEN) ?? [];
  let tone = 0;
  let sinceNegation = Infinity;
  let previous = '';
  for (const token of tokens) {
    const polarity = POSITIVE.has(token) ? 1 : NEGATIVE.has(token) ? -1 : 0;
    const turned = sinceNegation < NEGATION_REACH_WORDS ? -1 : 1;
    const force = INTENSIFIERS.has(previous) ? INTENSIFIED : DIMINISHERS.has(previous) ? DIMINISHED : 1;
    tone += polarity * turned * force;
    if (NEGATIONS.has(token)) sinceNegation = 0;
    else if (/[a-z]/.test(token)) sinceNegation++;
    else sinceNegation = Infinity;
    previous = token;
  }
  return tone;
}
