/** Phrases whose single words have no tone, or the opposite one: "cuts losses", "rate cut", "swings to a loss". */
import lexicon from './lexicon.json' with { type: 'json' };

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
export interface Phrase {
  readonly tone: number;
  readonly length: number;
}

/** The phrase that begins at a token; `null` if none does. */
export function phraseAt(tokens: readonly string[], start: number): Phrase | null {
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
