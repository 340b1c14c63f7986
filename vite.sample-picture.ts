/** Draws the public pages' illustration from the sample market at build time, so that they need no drawing code. */
import type picture from 'virtual:sample-picture';
import type { Plugin } from 'vite';
import { analyse, formatFor, parseTicker, sessionDates, SIMULATED } from './compute/index.ts';
import { firstScreen } from './worker/first-screen/first-screen.ts';
import { forecastPicture } from './worker/first-screen/forecast-picture.ts';
import { sampleListing } from './worker/providers/sample/listings.ts';
import { sampleStock } from './worker/providers/sample/sample-market-data.ts';

/** Friday 2026-11-13, after the close in New York: the date of the home page's picture and cards. */
export const AFTER_THE_CLOSE = Date.UTC(2026, 10, 13, 22) / 1000;

/** A sample listing and its bars as of that date. */
export function onSampleDay(symbol: string) {
  const ticker = parseTicker(symbol);
  const listing = ticker.ok ? sampleListing(ticker.value) : null;
  if (listing === null) throw new Error(`the sample market has no ${symbol}`);
  const { candles, sessions } = sampleStock(listing, AFTER_THE_CLOSE);
  return { listing, candles, sessions };
}

const format = formatFor({ region: 'us', clock: 'exchange' });

/** None of the home page's cards, whose simulated prices stay when the picture is renewed. */
const PICTURED = 'KO';

function analysedSample() {
  const { listing, candles, sessions } = onSampleDay(PICTURED);
  const price = candles.close.at(-1) ?? Number.NaN;
  const { calendar } = listing;
  const quote = { price, sessionLeft: 0 };
  const analysis = analyse({ candles, quote, horizonDays: 30, calendar, sessions: sessionDates(sessions) });
  if (!analysis.ok) throw new Error(`no sample: ${analysis.error.reason}`);
  return { listing, candles, analysis: analysis.value };
}

function drawSample(): typeof picture {
  const { listing, candles, analysis } = analysedSample();
  const { symbol: ticker, companyName, currency } = listing;
  const { text } = forecastPicture(format, { response: { ticker, currency }, analysis, candles });
  const { baseDate: date } = analysis.forecast;
  const html = text.replace(/ role="img" aria-label="[^"]*"/, '');
  return {
    ticker,
    companyName,
    lastPrice: analysis.currentPrice,
    origin: SIMULATED,
    date,
    region: format.region,
    html,
  };
}

/** A first screen with all its elements, from which the build derives the rules to keep in the document. */
export function sampleFirstScreen(): string {
  const { listing, candles, analysis } = analysedSample();
  const instant = new Date(AFTER_THE_CLOSE * 1000).toISOString();
  const response = {
    ticker: listing.symbol,
    company_name: listing.companyName,
    exchange: listing.exchange,
    currency: listing.currency,
    volume: 1,
    market_cap: 1,
    source: 'sample',
    as_of: instant,
    fetched_at: instant,
    exchange_timezone: listing.timezone,
    delayed_minutes: 0,
    market_state: 'closed',
  } as const;
  return firstScreen({ response, analysis, candles, format, nowMs: AFTER_THE_CLOSE * 1000 });
}

const NAME = 'virtual:sample-picture';

/** Provides the module `virtual:sample-picture`, typed in `web/shared/illustration/sample-picture.d.ts`. */
export function samplePicture(): Plugin {
  return {
    name: 'candor:sample-picture',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(drawSample())}` : null),
  };
}
