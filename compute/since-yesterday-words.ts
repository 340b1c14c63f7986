/** What changed since the close before, in sentences. A file of its own: the page's thread has the words and not the model. */
import type { Format } from './format/format.ts';
import type { SinceYesterday } from './since-yesterday.ts';

/** Widths within so much of each other are "about as wide". Ours: a quarter of all sessions change it less. */
const SAME_WIDTH_WITHIN = 0.02;

/** Percents that two decimals show as zero. */
const NO_CHANGE_PERCENT = 0.005;

type Words = Pick<Format, 'price' | 'percent' | 'share'>;

/** The comparison in sentences: the move, whether the session's range held, the range's width, and the signal with its votes. */
export function sinceYesterdayTexts(format: Words, since: SinceYesterday, currency: string): string[] {
  return [
    moveText(format, since),
    heldText(format, since, currency),
    widthText(format, since),
    signalText(since),
  ];
}

function moveText({ percent }: Words, { changePercent }: SinceYesterday): string {
  const size = Math.abs(changePercent);
  if (size < NO_CHANGE_PERCENT) return 'The price is unchanged.';
  return `The price ${changePercent > 0 ? 'rose' : 'fell'} ${percent(size)}.`;
}

function heldText({ price }: Words, { before, isOver, isInRange }: SinceYesterday, currency: string): string {
  const { low80, high80 } = before.forecast.points[0]!;
  const range = `the 80% range forecast for the session, ${price(low80, currency)} to ${price(high80, currency)}`;
  if (!isOver) return `So far it is ${isInRange ? 'inside' : 'outside'} ${range}.`;
  return isInRange
    ? `It closed inside ${range}: the range held.`
    : `It closed outside ${range}: the range did not hold.`;
}

function widthText({ share }: Words, { now, isOver, widthChange }: SinceYesterday): string {
  const isSame = Math.abs(widthChange) < SAME_WIDTH_WITHIN;
  const isWider = widthChange > 0;
  const size = isSame
    ? 'about as wide as before'
    : `${share(Math.abs(widthChange))} ${isWider ? 'wider' : 'narrower'}`;
  const text = `As a share of the price, the ${now.forecast.horizonDays}-day range is ${size}`;
  // A running session is not among the bars that volatility is read from.
  if (!isOver)
    return `${text}. It includes the rest of this session; volatility is measured again at the close.`;
  return isSame ? `${text}.` : `${text}: the model expects ${isWider ? 'more' : 'less'} volatility.`;
}

function signalText({ before, now, votes }: SinceYesterday): string {
  const { level } = now.signal;
  const signal =
    level === before.signal.level
      ? `The model signal is still ${level}`
      : `The model signal is ${level}, it was ${before.signal.level}`;
  if (votes.length === 0) return `${signal}; no vote changed.`;
  const ways = votes.map((vote) => `from ${voteText(vote.before)} to ${voteText(vote.now)}`);
  const changes = Array.from(new Set(ways), (way) => {
    const inputs = votes.filter((_, i) => ways[i] === way).map(({ input }) => input);
    return `${way}: ${inputs.join(', ')}`;
  });
  return `${signal}. Votes ${changes.join('; ')}.`;
}

function voteText(vote: number | null): string {
  if (vote === null) return 'not measured';
  if (vote === 0) return 'neutral';
  return vote > 0 ? 'up' : 'down';
}
