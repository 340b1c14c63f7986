/** A file of its own, so that the page can load the texts without the model. */
import type { SinceYesterday } from '../as-of/earlier-forecast.ts';
import type { Format } from '../format/format.ts';
import type { Quoted } from '../format/price-decimals.ts';
import { whenText } from './forecast-texts.ts';

/** Widths within this share of each other read "about as wide". Chosen so that a quarter of sessions fall below it. */
const SAME_WIDTH_WITHIN = 0.02;

/** Smaller changes would show as 0.00%. */
const NO_CHANGE_PERCENT = 0.005;

type Words = Pick<Format, 'range' | 'percent' | 'share' | 'isoDate'>;

/** The comparison in sentences: the move, whether the session's range held, the range's width, the signal with its votes. */
export function sinceYesterdayTexts(format: Words, since: SinceYesterday, quoted: Quoted): string[] {
  const [from, to] = [since.before.forecast.version, since.now.forecast.version];
  return [
    moveText(format, since),
    heldText(format, since, quoted),
    widthText(format, since),
    from !== to && `The model changed from ${from} to ${to}, which also changes ranges and chances.`,
    signalText(since),
  ].filter((text) => text !== false);
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

/** A change of the chance that results come within the horizon counts as the reason for another width from this size on. */
const RESULTS_CHANGE = 0.5;

function reasonText(format: Words, { before, now, widthChange }: SinceYesterday): string {
  const { results } = now.forecast;
  const change = (results?.chance ?? 0) - (before.forecast.results?.chance ?? 0);
  if (widthChange > 0 && change >= RESULTS_CHANGE && results !== null)
    return `it now includes earnings ${whenText(format, results)}`;
  if (widthChange < 0 && change <= -RESULTS_CHANGE) return 'it no longer includes earnings';
  return `the model expects ${widthChange > 0 ? 'more' : 'less'} volatility`;
}

function widthText(format: Words, since: SinceYesterday): string {
  const { share } = format;
  const { now, isSessionFinished, widthChange } = since;
  const isSame = Math.abs(widthChange) < SAME_WIDTH_WITHIN;
  const isWider = widthChange > 0;
  const size = isSame
    ? 'about as wide as before'
    : `${share(Math.abs(widthChange))} ${isWider ? 'wider' : 'narrower'}`;
  const text = `Relative to the price, the ${now.forecast.horizonDays}-day range is ${size}`;
  // Volatility is not measured on the running session.
  if (!isSessionFinished)
    return `${text}. It includes the rest of this session. Volatility is measured again at the close.`;
  return isSame ? `${text}.` : `${text}: ${reasonText(format, since)}.`;
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
