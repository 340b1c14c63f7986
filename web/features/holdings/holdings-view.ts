/** Holdings valued in one currency, and the fan of their joint forecast. */
import {
  firstBarFrom,
  mainCurrency,
  sum,
  type FanForecast,
  type HorizonDays,
  type IsoDate,
  type JointForecast,
} from '#compute';
import type { Listing } from '../../shared/api/listing-queries.ts';
import type { Position } from '../../shared/user/holdings.ts';

/** What weights are percent of, in the portfolio's currency. */
export const WEIGHTED_SUM = 100_000;

/** A listing's value in the portfolio's currency follows its price and the price of a currency pair. */
export interface Holding {
  readonly ticker: string;
  /** `null` for cash. */
  readonly listing: Listing | null;
  /** `null` in the portfolio's own currency. If inverse, one unit of the pair's quote currency is converted. */
  readonly rate: { readonly listing: Listing; readonly isInverse: boolean } | null;
}

/** Markets quote a pair with the later of these as its base. Any other currency is the quote currency of a pair with one of these. */
const BASE_CURRENCIES = ['USD', 'NZD', 'AUD', 'GBP', 'EUR'];

/** The pair that converts one currency into another as markets quote it; `null` if they are equal. */
export function currencyPair(from: string, to: string) {
  if (from === to) return null;
  const isInverse = BASE_CURRENCIES.indexOf(from) < BASE_CURRENCIES.indexOf(to);
  return { ticker: isInverse ? `${to}${from}=X` : `${from}${to}=X`, isInverse };
}

type PriceOf = (listing: Listing) => number;

const priceNow: PriceOf = ({ analysis }) => analysis.currentPrice;

/** At the close before the last or running session; a first session has none before it. */
export const priceBefore: PriceOf = ({ analysis }) => analysis.currentPrice - (analysis.dayChange || 0);

/** The close on a date, or the last one before it; `NaN` before the first. */
function priceOn(date: number): PriceOf {
  return ({ candles: { time, close } }) => close[firstBarFrom(time, date + 1) - 1] ?? Number.NaN;
}

/** One share's or unit's value in the portfolio's currency. */
function unitValue({ listing, rate }: Holding, price: PriceOf): number {
  const own = listing === null ? 1 : price(listing) / mainCurrency(listing.response.currency).unitsPerMain;
  if (rate === null) return own;
  return rate.isInverse ? own / price(rate.listing) : own * price(rate.listing);
}

/** What a number of shares has been multiplied by since it was entered. */
export function splitsSince(entered: string, listing: Listing | null): number {
  const splits = listing?.response.corporate_actions?.splits.filter(({ date }) => date > entered) ?? [];
  return splits.reduce((factor, { numerator, denominator }) => (factor * numerator) / denominator, 1);
}

/** Today's number of shares or units, 0 without a position. A weight buys its share of {@link WEIGHTED_SUM}. */
export function quantityToday(position: Position | undefined, holding: Holding): number {
  const { quantity = 0, weighted, entered = '' } = position ?? {};
  if (weighted) return ((WEIGHTED_SUM / 100) * quantity) / unitValue(holding, priceNow);
  return quantity * splitsSince(entered, holding.listing);
}

/** Each holding's value in the portfolio's currency, by default now. */
export function valuesOf(
  holdings: readonly Holding[],
  quantities: readonly number[],
  price = priceNow,
): readonly number[] {
  return holdings.map((holding, i) => (quantities[i] ?? 0) * unitValue(holding, price));
}

/** Whether a listing keeps its last price: it no longer trades, or its forecast is withheld. */
export function keepsPrice({ absence }: Pick<Listing, 'absence'>): boolean {
  return absence !== null && absence.reason !== 'short_history';
}

/** More than the chart shows. */
const HISTORY_SESSIONS = 60;

/**
 * Today's quantities valued on past dates, and the fan of the joint forecast, on the sessions of the slowest calendar among
 * the listings with a forecast; `null` without any.
 */
export function valueFan(
  holdings: readonly Holding[],
  quantities: readonly number[],
  { value, points }: JointForecast,
) {
  const [slowest] = holdings
    .flatMap(({ listing }) =>
      listing !== null && 'forecast' in listing.analysis
        ? [{ time: listing.candles.time, dates: listing.analysis.forecast.points.map(({ date }) => date) }]
        : [],
    )
    .toSorted((a, b) => ((a.dates.at(-1) ?? '') < (b.dates.at(-1) ?? '') ? 1 : -1));
  if (slowest === undefined) return null;
  const horizonDays = points.length as HorizonDays;
  const valueOn = (date: number) => sum(valuesOf(holdings, quantities, priceOn(date)));
  const time = slowest.time.slice(-HISTORY_SESSIONS).filter((date) => Number.isFinite(valueOn(date)));
  const forecast: FanForecast = {
    horizonDays,
    basePrice: value,
    points: points.map((point, i) => Object.assign({ date: slowest.dates[i] ?? ('' as IsoDate) }, point)),
  };
  return { history: { time, close: time.map(valueOn).fill(value, -1) }, forecast };
}
