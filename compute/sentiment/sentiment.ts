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

/** A headline and its age, for {@link sentimentScore}. */
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
 * Tone of one text by the finance lexicon: positive minus negative words, turned by a negation within 3 words before,
 * strengthened or softened by the word right before, the summary at half weight, saturated.
 * −1…1 (never reached); 0 where no word of the lexicon occurs. English only.
 */
export function headlineScore(headline: string, summary: string): number {
  const tone = textTone(headline) + SUMMARY_WEIGHT * textTone(summary);
  return tone / Math.sqrt(tone * tone + SATURATION);
}

/**
 * Mean of {@link headlineScore}, each weighing half as much for every 2 days of age; −1…1; `null` for no headlines.
 * Only differences of age matter. Ages are finite.
 */
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
    const polarity = POSITIVE_WORDS.has(token) ? 1 : NEGATIVE_WORDS.has(token) ? -1 : 0;
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

/**
 * Word lists for headlines about companies and markets, compiled for this product after the idea of Loughran & McDonald
 * 2011, "When Is a Liability Not a Liability?": finance has its own tone, so "liability", "tax" or "share" are in no list
 * here, while "downgrade" and "beats" are. Lower case, full word forms.
 */
export const POSITIVE_WORDS: ReadonlySet<string> = /* @__PURE__ */ words(`
  accelerate accelerated accelerates accelerating acclaim achieve achieved achieves achievement advance advanced advances
  advancing advantage ahead applaud applauds approval approvals approve approved approves attractive award awarded awards
  beat beating beats benefit benefited benefits best better bolster bolstered bolsters boom booming booms boost boosted
  boosting boosts bounce bounced bounces breakthrough breakthroughs bright brighter bull bullish buoyant buoyed buyback
  buybacks cheer cheered cheers climb climbed climbing climbs confidence confident crush crushed crushes
  doubled doubles efficient encouraging exceed exceeded exceeding exceeds excellent exceptional expand expanded expanding
  expands expansion extraordinary favorable favourable gain gained gaining gains good great grew grow growing grows growth
  healthy impressive improve improved improvement improvements improves improving innovation innovative jump
  jumped jumping jumps lucrative milestone momentum opportunity opportunities optimism optimistic outpace outpaced
  outpaces outperform outperformed outperforming outperforms overweight positive praise praised praises
  profitable profitability promising prosper rallied rallies rally rallying rebound rebounded rebounding
  rebounds recover recovered recovering recovers recovery resilience resilient reward rewarded rewards rise rises rising
  robust rocket rocketed rockets rose skyrocket skyrocketed skyrockets smash smashed smashes soar soared soaring soars
  solid stellar strength strengthen strengthened strengthens strong stronger strongest succeed succeeded succeeds
  success successful successfully superior surge surged surges surging surpass surpassed surpasses thrive thrives
  thriving topped tops tripled triumph turnaround undervalued up upbeat upgrade upgraded upgrades
  upgrading upside uptrend upturn win winner winners winning wins won
`);

export const NEGATIVE_WORDS: ReadonlySet<string> = /* @__PURE__ */ words(`
  abandon abandoned abandons accident accused accuses adverse alarm alarming alleged allegations antitrust bad ban bankrupt
  bankruptcy banned bans bear bearish blow bleak breach breached breaches bribery bubble burden collapse collapsed
  collapses collapsing complaint complaints concern concerned concerns contraction correction costly crash crashed crashes
  crashing crisis critical criticised criticism criticized cut cuts cutting cyberattack damage damaged damages danger
  debacle decline declined declines declining default defaulted defaults defect defective defects deficit delay delayed
  delays delist delisted delisting deteriorate deteriorated deteriorating dip dipped dips disappoint disappointed
  disappointing disappointment disappoints disaster dispute disputes disrupt disrupted disruption doubt doubts down
  downbeat downgrade downgraded downgrades downgrading downside downtrend downturn drag dragged drags drop dropped dropping
  drops dump dumped dumps erode eroded erodes expensive fail failed failing fails failure failures fall fallen falling
  falls fear fears fell fined fines flop flopped fraud fraudulent glitch grim halt halted halts harm harmed headwind
  headwinds hurt hurting hurts illegal inferior injunction insolvency insolvent investigate investigated investigation
  investigations investigators lag lagged lagging lags lawsuit lawsuits layoff layoffs lose loser losers loses losing loss
  losses lost lowered lowers misconduct miss missed misses missing negative outage overvalued panic penalties penalty
  pessimism pessimistic plague plagued plummet plummeted plummeting plummets plunge plunged plunges plunging poor pressure
  pressured probe probed probes problem problems recall recalled recalls recession reject rejected rejects resign
  resignation resigned resigns restructuring retreat retreated retreats risk risks risky scandal scandals scrutiny
  sell-off selloff setback setbacks shortage shortages shortfall shrink shrinking shrinks shrank shutdown sink sinking sinks
  slash slashed slashes slide slides sliding slid slowdown slowing slows slump slumped slumping slumps sluggish sank stalled
  strike strikes struggle struggled struggles struggling stumble stumbled stumbles subpoena sue sued sues suffer suffered
  suffering suffers suspend suspended suspends suspension tank tanked tanking tanks theft threat threaten threatened
  threatens tough trouble troubled troubles tumble tumbled tumbles tumbling uncertain uncertainty underperform
  underperformed underperforming underperforms underweight unfavorable unfavourable unprofitable violated violates
  violation violations volatile vulnerable warn warned warning warnings warns weak weaken weakened weakening weakens weaker
  weakness woes worried worries worry worse worst writedown write-down
`);

/** Turn the tone of a word that follows closely. */
const NEGATIONS: ReadonlySet<string> = /* @__PURE__ */ words(`
  not no never neither nor none nobody nothing without cannot can't couldn't didn't doesn't don't hasn't haven't isn't aren't
  wasn't weren't won't wouldn't shouldn't barely hardly scarcely
`);

/** Strengthen the word right after them. */
const INTENSIFIERS: ReadonlySet<string> = /* @__PURE__ */ words(`
  very extremely highly hugely massively sharply significantly strongly substantially dramatically remarkably deeply
  heavily badly severely steeply big biggest huge massive major severe sharp steep record
`);

/** Soften the word right after them. */
const DIMINISHERS: ReadonlySet<string> = /* @__PURE__ */ words(`
  slightly somewhat marginally modestly mildly partly fairly moderately slight modest mild marginal minor small
`);

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
