/** An analysis for whoever has no time: in a few sentences, and as twenty dots. */
import type { Analysis } from './analysis.ts';
import type { Projection } from './forecast/projection.ts';
import type { IsoDate } from './iso-date.ts';

/** How the reader writes values: `compute` knows no region and no currency. */
interface BriefFormat {
  readonly price: (price: number) => string;
  /** A share 0…1. */
  readonly share: (share: number) => string;
  readonly count: (count: number) => string;
  readonly date: (date: IsoDate) => string;
}

/** A field of the {@link Analysis}; `end` is the last point of its forecast. */
type BriefField =
  | 'end.date'
  | 'end.low80'
  | 'end.high80'
  | 'end.probabilityUp'
  | 'trackRecord.widthRank'
  | 'trackRecord.coverage80.value'
  | 'trackRecord.n'
  | 'signal.level';

/** One sentence of a brief and the fields that its values come from, in the order of the text. */
export interface BriefClause {
  readonly text: string;
  readonly fields: readonly BriefField[];
}

/** Ranks within so many percent of the middle are "about as wide as usual". Ours. */
const USUAL_WITHIN_PERCENT = 10;

/**
 * An analysis in at most 60 words: the range, whether it is wide for this listing, the chance of a loss, how often such
 * ranges held, and what the trend rule says. States and never advises. Without a track record its two clauses are left out.
 */
export function brief(
  { forecast, trackRecord, signal }: Pick<Analysis, 'forecast' | 'trackRecord' | 'signal'>,
  format: BriefFormat,
): BriefClause[] {
  const end = forecast.points.at(-1)!;
  const range: BriefClause = {
    text: `By ${format.date(end.date)}, 8 of 10 outcomes are expected between ${format.price(end.low80)} and ${format.price(end.high80)}.`,
    fields: ['end.date', 'end.low80', 'end.high80'],
  };
  const odds: BriefClause = {
    text: `Chance to end lower: ${format.share(1 - end.probabilityUp)}.`,
    fields: ['end.probabilityUp'],
  };
  const trend: BriefClause = {
    text: `Model signal ${signal.level} describes the past.`,
    fields: ['signal.level'],
  };
  if (trackRecord === null) return [range, odds, trend];
  const { widthRank, coverage80, n, inSample } = trackRecord;
  const width: BriefClause = { text: widthText(widthRank, format), fields: ['trackRecord.widthRank'] };
  const held: BriefClause = {
    text: `Such ranges held in ${format.share(coverage80.value)} of ${format.count(n)} past tests${inSample ? ', some on prices that the model was fitted on' : ''}.`,
    fields: ['trackRecord.coverage80.value', 'trackRecord.n'],
  };
  return [range, width, odds, held, trend];
}

function widthText(rank: number, { share }: BriefFormat): string {
  const isNarrow = rank < 0.5;
  const others = isNarrow
    ? `${share(1 - rank)} of past ranges were wider`
    : `${share(rank)} of past ranges were narrower`;
  if (Math.abs(Math.round(rank * 100) - 50) <= USUAL_WITHIN_PERCENT)
    return `That is about as wide as usual: ${others}.`;
  return `That is ${isNarrow ? 'narrower' : 'wider'} than usual: ${others}.`;
}

/** Equally likely outcomes that {@link outcomeDots} sorts. */
const DOTS = 20;

/** How many of 20 equally likely outcomes end where; `below`, `within` and `above` add up to 20. */
interface OutcomeDots {
  /** At −2 % or lower. */
  readonly below: number;
  readonly within: number;
  /** At +2 % or higher. */
  readonly above: number;
  /** Lower than the price that the forecast starts from, at whatever distance. */
  readonly lower: number;
}

/**
 * The quantiles (i + ½) / 20 of a projection as dots (Kay, Kola, Hullman and Munson 2016, "When (ish) is My Bus?"), sorted
 * by how far they lie from the price that the projection starts from.
 */
export function outcomeDots({ probabilityUp, probabilityBuy, probabilitySell }: Projection): OutcomeDots {
  const below = dotsUpTo(probabilitySell);
  const notAbove = dotsUpTo(1 - probabilityBuy);
  return { below, within: notAbove - below, above: DOTS - notAbove, lower: dotsUpTo(1 - probabilityUp) };
}

/** Dots whose quantile lies below a probability. */
function dotsUpTo(probability: number): number {
  return Math.round(DOTS * probability);
}
