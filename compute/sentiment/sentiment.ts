import lexicon from './lexicon.json' with { type: 'json' };

export interface HeadlineInput {
  readonly headline: string;
  readonly summary: string;
  readonly ageDays: number;
}

/** A summary repeats its headline at length, so it counts half. Candor's choice. */
const SUMMARY_WEIGHT = 0.5;

/** How many words ahead a negation reaches, as in Loughran & McDonald 2011. */
const NEGATION_REACH_WORDS = 3;

const INTENSIFIED = 1.5;
const DIMINISHED = 0.5;

/** Shape of tone / √(tone² + 2): one word scores 0.58, two 0.82. The form is VADER's (Hutto & Gilbert 2014). */
const SATURATION = 2;

/** Half-life of a headline's weight. Candor's choice. */
const HALF_LIFE_DAYS = 2;

/** Words, and punctuation outside numbers. A comma ends a phrase; other punctuation also ends a clause. */
const TOKEN = /[a-z]+(?:['-][a-z]+)*|[.,;:!?](?!\d)/g;

/** Replaces a company's name. */
const NO_WORD = 'it';

/** After the idea of Loughran & McDonald 2011: "liability", "tax" and "share" are in no list, "downgrade" and "beats" are. */
const POSITIVE = /* @__PURE__ */ new Set(lexicon.positive);
const NEGATIVE = /* @__PURE__ */ new Set(lexicon.negative);
/** Reverse the tone of a word that follows closely. */
const NEGATIONS = /* @__PURE__ */ new Set(lexicon.negations);
/** Before "to", it means that what follows was not done. */
const FAILURE = /^fail(?:s|ed)?$/;
/** Strengthen or soften the next word. */
const INTENSIFIERS = /* @__PURE__ */ new Set(lexicon.intensifiers);
const DIMINISHERS = /* @__PURE__ */ new Set(lexicon.diminishers);

/**
 * Tone of one text by the finance lexicon: positive minus negative words and phrases, reversed by a negation up to 3 words
 * before, strengthened or softened by the word before; the summary counts half; then saturated. `company` matches the
 * company's names, which are left out ("Best Buy plunges"). −1…1 (never reached); 0 if no lexicon word occurs. English only.
 */
export function headlineScore(headline: string, summary: string, company: RegExp | null = null): number {
  const tone = textTone(headline, company) + SUMMARY_WEIGHT * textTone(summary, company);
  return tone / Math.sqrt(tone * tone + SATURATION);
}

/** Mean of {@link headlineScore}, −1…1. A headline's weight halves every 2 days. `null` without headlines. */
export function sentimentScore(
  headlines: readonly HeadlineInput[],
  company: RegExp | null = null,
): number | null {
  if (headlines.length === 0) return null;
  // Ages are relative to the youngest; otherwise very old news would all weigh 0.
  const youngest = headlines.reduce((age, { ageDays }) => Math.min(age, ageDays), Infinity);
  let sum = 0;
  let weights = 0;
  for (const { headline, summary, ageDays } of headlines) {
    const weight = 2 ** ((youngest - ageDays) / HALF_LIFE_DAYS);
    sum += weight * headlineScore(headline, summary, company);
    weights += weight;
  }
  return sum / weights;
}

function textTone(text: string, company: RegExp | null): number {
  const unnamed = company === null ? text : text.replaceAll(company, NO_WORD);
  const tokens = unnamed.toLowerCase().replaceAll('’', "'").match(TOKEN) ?? [];
  let tone = 0;
  let sinceNegation = Infinity;
  let sinceFailure = Infinity;
  let previous = '';
  for (let index = 0; index < tokens.length;) {
    const token = tokens[index] ?? '';
    const { tone: polarity, length } = phraseAt(tokens, index) ?? { tone: wordTone(token), length: 1 };
    const turned = sinceNegation < NEGATION_REACH_WORDS ? -1 : 1;
    const force = INTENSIFIERS.has(previous) ? INTENSIFIED : DIMINISHERS.has(previous) ? DIMINISHED : 1;
    // A company that fails to do something has not done it.
    const isUndone = polarity > 0 && sinceFailure < NEGATION_REACH_WORDS;
    if (!isUndone) tone += polarity * turned * force;
    index += length;
    previous = tokens[index - 1] ?? '';
    const words = /[a-z]/.test(previous) ? length : 0;
    sinceFailure = FAILURE.test(token) && tokens[index] === 'to' ? 0 : sinceFailure + words;
    if (NEGATIONS.has(token)) sinceNegation = 0;
    else sinceNegation = /[.;:!?]/.test(previous) ? Infinity : sinceNegation + words;
  }
  return tone;
}

function wordTone(word: string): number {
  if (POSITIVE.has(word)) return 1;
  return NEGATIVE.has(word) ? -1 : 0;
}

/** Phrases whose single words have no tone, or the opposite one: "cuts losses", "rate cut", "swings to a loss". */
const PHRASES: ReadonlyMap<string, number> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(lexicon.phrases),
);
const LONGEST_PHRASE_WORDS = 4;

/** Verbs for making less and for making more. "Lifts" is both: it lifts a ban, but also a dividend. */
const LESSENING = /* @__PURE__ */ new Set(lexicon.lessening);
const INCREASING = /* @__PURE__ */ new Set(lexicon.increasing);
/** Nouns that a company wants less of, and more of. */
const BURDENS = /* @__PURE__ */ new Set(lexicon.burdens);
const ASSETS = /* @__PURE__ */ new Set(lexicon.assets);
/** Words that end the search for a verb's noun, like punctuation. */
const BREAKS = /* @__PURE__ */ new Set(lexicon.breaks);

/** These qualify only the noun after them: "lower costs", but "loss sends shares lower". */
const ADJECTIVE = /^(?:lower|higher)$/;

/** How many words a verb and its noun may be apart: "loss per share narrows". */
const REACH_WORDS = 4;

/** A tone of −1, 0 or 1, and how many tokens have it. */
interface Phrase {
  readonly tone: number;
  readonly length: number;
}

/** The phrase that begins at a token; `null` if none does. */
function phraseAt(tokens: readonly string[], start: number): Phrase | null {
  for (let length = LONGEST_PHRASE_WORDS; length > 1; length--) {
    const tone = PHRASES.get(tokens.slice(start, start + length).join(' '));
    if (tone !== undefined) return { tone, length };
  }
  return isVerb(tokens[start]) ? verbPhrase(tokens, start) : nounPhrase(tokens, start);
}

/** "narrows quarterly loss": a verb and the noun after it. */
function verbPhrase(tokens: readonly string[], verb: number): Phrase | null {
  const noun = find(tokens, verb, isNoun, isVerb);
  return noun === null ? null : { tone: toneOf(tokens[verb], tokens[noun]), length: noun - verb + 1 };
}

/** "recession fears ease": the last of several nouns, and a verb after it without its own noun (unlike "costs erode margins"). */
function nounPhrase(tokens: readonly string[], start: number): Phrase | null {
  let noun = start;
  if (!isNoun(tokens[noun])) return null;
  while (isNoun(tokens[noun + 1])) noun += 1;
  const verb = find(tokens, noun, isVerb, isNoun);
  if (verb === null) return null;
  const own = verbPhrase(tokens, verb);
  if (own === null && ADJECTIVE.test(tokens[verb] ?? '')) return null;
  return own === null
    ? { tone: toneOf(tokens[verb], tokens[noun]), length: verb - start + 1 }
    : { tone: own.tone, length: verb - start + own.length };
}

type Test = (token: string | undefined) => boolean;

function find(tokens: readonly string[], after: number, isFound: Test, isEnd: Test): number | null {
  for (let index = after + 1; index <= after + REACH_WORDS; index++) {
    const token = tokens[index];
    if (isFound(token)) return index;
    if (token === undefined || isEnd(token) || BREAKS.has(token) || !/[a-z]/.test(token)) return null;
  }
  return null;
}

function isVerb(token = ''): boolean {
  return LESSENING.has(token) || INCREASING.has(token);
}

function isNoun(token = ''): boolean {
  return BURDENS.has(token) || ASSETS.has(token);
}

function toneOf(verb = '', noun = ''): number {
  return (BURDENS.has(noun) ? LESSENING : INCREASING).has(verb) ? 1 : -1;
}

export type SentimentLabel = 'Very Bullish' | 'Bullish' | 'Neutral' | 'Bearish' | 'Very Bearish';

/** Above 0.5 Very Bullish, above 0.2 Bullish, above −0.2 Neutral, above −0.5 Bearish, otherwise Very Bearish. */
export function sentimentLabel(score: number): SentimentLabel {
  if (score > 0.5) return 'Very Bullish';
  if (score > 0.2) return 'Bullish';
  if (score > -0.2) return 'Neutral';
  return score > -0.5 ? 'Bearish' : 'Very Bearish';
}

/** Gauge colour: gain above 0.3, loss below −0.3, otherwise neutral. */
export function sentimentTone(score: number): 'gain' | 'loss' | 'neutral' {
  if (score > 0.3) return 'gain';
  return score < -0.3 ? 'loss' : 'neutral';
}
