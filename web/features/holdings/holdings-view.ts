/** Holdings valued in one currency, and the fan of their joint forecast. */
import {
  firstBarFrom,
  mainCurrency,
  sum,
  type FanForecast,
  type HorizonDays,
  type JointForecast,
} from '#compute';
import { hasForecast, type ForecastListing, type Listing } from '../../shared/api/listing-queries.ts';
import type { Position } from './read-positions.ts';

/** What weights are percent of, in the portfolio's currency. */
export const WEIGHTED_SUM = 100_000;

/** A unit's worth in the portfolio's currency: the product of its listing's price and currency pairs'. Cash may have neither. */
export interface PricedTicker {
  readonly ticker: string;
  /** If inverse, a pair's price divides. */
  readonly prices: readonly { readonly listing: Listing; readonly isInverse: boolean }[];
}

export type Holding = ReturnType<typeof holdingOf>;

/** Markets quote these in dollars, and any other currency as what a dollar buys. */
const QUOTED_IN_DOLLARS = new Set(['EUR', 'GBP', 'AUD', 'NZD']);

/** The pairs whose prices convert one currency into another, through the dollar, since not every two have a pair of their own. */
export function ratePairs(from: string, to: string) {
  return [from, to]
    .filter((code) => from !== to && code !== 'USD')
    .map((code) => {
      const isBase = QUOTED_IN_DOLLARS.has(code);
      return { ticker: isBase ? `${code}USD=X` : `USD${code}=X`, isInverse: isBase === (code === to) };
    });
}

const priceNow = ({ analysis }: Listing) => analysis.currentPrice;

/** The close before the last or running session; the price itself in a first session, and once trading has ended. */
export const priceBefore = ({ analysis, absence }: Listing) =>
  analysis.currentPrice - (absence?.reason === 'not_trading' ? 0 : analysis.dayChange || 0);

/** The close on a date, or the last one before it; `NaN` before the first. */
const priceOn =
  (date: number) =>
  ({ candles: { time, close } }: Listing) =>
    close[firstBarFrom(time, date + 1) - 1] ?? Number.NaN;

/** In the portfolio's currency. */
function unitValue({ prices }: PricedTicker, price = priceNow): number {
  return prices.reduce((value, { listing, isInverse }) => {
    const own = price(listing) / mainCurrency(listing.response.currency).unitsPerMain;
    return isInverse ? value / own : value * own;
  }, 1);
}

export function valueOf(holding: Holding, price = priceNow): number {
  return holding.quantity * unitValue(holding, price);
}

export function totalOf(holdings: readonly Holding[], price = priceNow): number {
  return sum(holdings.map((holding) => valueOf(holding, price)));
}

/** What a number of shares has been multiplied by since a date. */
function splitsSince(entered: string, { prices }: PricedTicker): number {
  return prices
    .flatMap(({ listing }) => listing.response.corporate_actions?.splits ?? [])
    .filter(({ date }) => date > entered)
    .reduce((factor, { numerator, denominator }) => (factor * numerator) / denominator, 1);
}

/** `quantity`: today's shares or units, 0 once the position has been removed. A weight buys its share of {@link WEIGHTED_SUM}. */
export function holdingOf(priced: PricedTicker, position: Position | undefined) {
  const { quantity = 0, weighted = false, entered = '' } = position ?? {};
  const units = weighted ? WEIGHTED_SUM / 100 / unitValue(priced) : splitsSince(entered, priced);
  return { ...priced, position, quantity: quantity * units };
}

/**
 * What a holding has gained on its cost, both in the portfolio's currency at today's rates; `null` without a cost. Beside prices in
 * pence a cost may be in pounds: the unit nearer to the price counts.
 */
export function gainOf(holding: Holding) {
  const { position, prices } = holding;
  const [own] = prices;
  if (position?.cost === undefined || position.weighted || own === undefined) return null;
  const paid = position.cost / priceNow(own.listing) / splitsSince(position.entered, holding);
  const { unitsPerMain } = mainCurrency(own.listing.response.currency);
  const inMain = paid * unitsPerMain;
  const ratio = Math.abs(Math.log(inMain)) < Math.abs(Math.log(paid)) ? inMain : paid;
  const cost = valueOf(holding) * ratio;
  return { gain: valueOf(holding) - cost, cost };
}

export function listingsOf(holdings: readonly PricedTicker[]): readonly Listing[] {
  return [...new Set(holdings.flatMap(({ prices }) => prices.map(({ listing }) => listing)))];
}

/** Whether a listing keeps its last price: it no longer trades, or its forecast is withheld. */
export function keepsPrice({ absence }: Pick<Listing, 'absence'>): boolean {
  return absence !== null && absence.reason !== 'short_history';
}

/** More than the chart shows. */
const HISTORY_SESSIONS = 60;

/** Today's quantities valued on past dates, and the fan of the joint forecast, on the sessions of the slowest calendar. */
export function valueFan(holdings: readonly Holding[], { value, points }: JointForecast) {
  const { candles, analysis } = listingsOf(holdings)
    .filter(hasForecast)
    .reduce((a, b) => (endOf(a) < endOf(b) ? b : a));
  const totalOn = (date: number) => totalOf(holdings, priceOn(date));
  const time = candles.time.slice(-HISTORY_SESSIONS).filter((date) => Number.isFinite(totalOn(date)));
  const forecast: FanForecast = {
    horizonDays: points.length as HorizonDays,
    basePrice: value,
    points: analysis.forecast.points.map((point, i) => Object.assign({}, point, points[i])),
  };
  return { history: { time, close: time.map(totalOn).fill(value, -1) }, forecast };
}

const endOf = ({ analysis }: ForecastListing) => analysis.forecast.points.at(-1)?.date ?? '';
