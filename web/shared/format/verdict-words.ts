import type { Verdict } from '#compute';

/** "The median … no change": what an interval of skill shows, in the middle of a sentence. */
export const SKILL_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'was better than',
  below: 'was worse than',
  undecided: 'could not be told apart from',
};
