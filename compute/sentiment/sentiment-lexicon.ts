/**
 * Word lists for headlines about companies and markets, compiled for this product after the idea of Loughran & McDonald
 * 2011, "When Is a Liability Not a Liability?": finance has its own tone, so "liability", "tax" or "share" are in no list
 * here, while "downgrade" and "beats" are. Lower case, full word forms.
 */
function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

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
export const NEGATIONS: ReadonlySet<string> = /* @__PURE__ */ words(`
  not no never neither nor none nobody nothing without cannot can't couldn't didn't doesn't don't hasn't haven't isn't aren't
  wasn't weren't won't wouldn't shouldn't barely hardly scarcely
`);

/** Strengthen the word right after them. */
export const INTENSIFIERS: ReadonlySet<string> = /* @__PURE__ */ words(`
  very extremely highly hugely massively sharply significantly strongly substantially dramatically remarkably deeply
  heavily badly severely steeply big biggest huge massive major severe sharp steep record
`);

/** Soften the word right after them. */
export const DIMINISHERS: ReadonlySet<string> = /* @__PURE__ */ words(`
  slightly somewhat marginally modestly mildly partly fairly moderately slight modest mild marginal minor small
`);
