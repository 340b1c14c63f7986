/**
 * What changed since the previous close, in sentences. A separate file, so that the page can load the texts without the model.
 */
import type { Format } from './format/format.ts';
import type { Quoted } from './format/price-decimals.ts';
import type { SinceYesterday } from './since-yesterday.ts';

/** Widths within this share of each other read "about as wide". Chosen so that a quarter of sessions fall below it. */
const SAME_WIDTH_WITHIN = 0.02;

/** Smaller changes would show as 0.00%. */
const NO_CHANGE_PERCENT = 0.005;

type Words = Pick<Format, 'range' | 'percent' | 'share'>;

/** The comparison in sentences: the move, whether the session's range held, the range's width, the signal with its votes. */
export function sinceYesterdayTexts(format: Words, since: SinceYesterday, quoted: Quoted): string[] {
  return [
    moveText(format, since),
    heldText(format, since, quoted),
    widthText(format, since),
    signalText(since),
  ];
}

function moveText({ percent }: Words, { changePercent }: SinceYesterday): string {
  const size = Math.abs(changePercent);
  if (size === 0) return 'The price is unchanged.';
  if (size < NO_CHANGE_PERCENT) return 'The price is almost unchanged.';
  return `The price ${changePercent > 0 ? 'rose' : 'fell'} ${percent(size)}.`;
}

function heldText(
  { range: rangeText }: Words,
  { before, isSessionFinished, isInRange }: SinceYesterday,
  quoted: Quoted,
): string {
  const { low80, high80 } = before.forecast.points[0]!;
  const range = `the 80% range for the session, ${rangeText(low80, high80, quoted)}`;
  if (!isSessionFinished) return `So far it’s ${isInRange ? 'inside' : 'outside'} ${range}.`;
  return isInRange
    ? `It closed inside ${range}, so the range held.`
    : `It closed outside ${range}, so the range did not hold.`;
}

function widthText({ share }: Words, { now, isSessionFinished, widthChange }: SinceYesterday): string {
  const isSame = Math.abs(widthChange) < SAME_WIDTH_WITHIN;
  const isWider = widthChange > 0;
  const size = isSame
    ? 'about as wide as before'
    : `${share(Math.abs(widthChange))} ${isWider ? 'wider' : 'narrower'}`;
  const text = `Relative to the price, the ${now.forecast.horizonDays}-day range is ${size}`;
  // Volatility is not measured on the running session.
  if (!isSessionFinished)
    return `${text}. It includes the rest of this session. Volatility is measured again at the close.`;
  return isSame ? `${text}.` : `${text}: the model expects ${isWider ? 'more' : 'less'} volatility.`;
}

function signalText({ before, now, votes }: SinceYesterday): string {
  const { level } = now.signal;
  const signal =
    level === before.signal.level
      ? `The model signal is still ${level}`
      : `The model signal changed from ${before.signal.level} to ${level}`;
  if (votes.length === 0) return `${signal}. No votes changed.`;
  const ways = votes.map((vote) => `from ${voteText(vote.before)} to ${voteText(vote.now)}`);
  const changes = Array.from(new Set(ways), (way) => {
    const inputs = votes.filter((_, i) => ways[i] === way).map(({ input }) => input);
    return `${way}: ${inputs.join(', ')}`;
  });
  return `${signal}. Votes changed ${changes.join('; ')}.`;
}

function voteText(vote: number | null): string {
  if (vote === null) return 'not available';
  if (vote === 0) return 'neutral';
  return vote > 0 ? 'up' : 'down';
}
