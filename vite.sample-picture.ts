/** Draws the illustration of the public pages from the sample market, so that no code that draws travels with them. */
import type { Plugin } from 'vite';
import { analyse, forecastPicture, formatFor, parseTicker } from './compute/index.ts';
import { sampleListing } from './worker/providers/sample/listings.ts';
import { sampleStock } from './worker/providers/sample/sample-market-data.ts';

/** Friday 2026-11-13, after the close in New York: the day of the home page's picture and cards. */
const AFTER_THE_CLOSE = Date.UTC(2026, 10, 13, 22) / 1000;

/** A listing of the sample market and its bars as of that day. */
export function onSampleDay(symbol: string) {
  const ticker = parseTicker(symbol);
  const listing = ticker.ok ? sampleListing(ticker.value) : null;
  if (listing === null) throw new Error(`the sample market has no ${symbol}`);
  return { listing, candles: sampleStock(listing, AFTER_THE_CLOSE).candles };
}

function drawSample() {
  const { listing, candles } = onSampleDay('AAPL');
  const { symbol, companyName, currency, calendar } = listing;
  const [currentPrice = Number.NaN] = candles.close.slice(-1);
  const analysis = analyse({ candles, currentPrice, sessionLeft: 0, horizonDays: 30, calendar });
  if (!analysis.ok) throw new Error(`no sample: ${analysis.error.reason}`);
  const picture = forecastPicture(formatFor({ region: 'us', clock: 'exchange' }), {
    response: { ticker: symbol, currency },
    analysis: analysis.value,
    candles,
  });
  const date = analysis.value.forecast.baseDate;
  return { ticker: symbol, companyName, lastPrice: currentPrice, date, html: picture.text };
}

const NAME = 'virtual:sample-picture';

/** Provides the module `virtual:sample-picture`, whose type `web/shared/illustration/sample-picture.d.ts` has. */
export function samplePicture(): Plugin {
  return {
    name: 'candor:sample-picture',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(drawSample())}` : null),
  };
}
