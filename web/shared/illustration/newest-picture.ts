/** The forecast picture from a listing's newest prices. A file of its own, so that pages show the built one until it loads. */
import { formatFor, stampedSource } from '#compute';
import sample from 'virtual:sample-picture';
import { forecastPicture } from '#worker/first-screen';
import type { Store } from '../../store.ts';
import { listingQuery } from '../api/listing-queries.ts';
import { queryClientAtom } from '../api/query-client.tsx';
import { isReducedDataAtom, settingsAtom } from '../user/settings.ts';
import { pictureAtom } from './forecast-illustration.tsx';

/**
 * Shows the newest picture, in the reader's formats. With reduced data, or without a forecast, the old one stays. Rejects if the
 * prices cannot be loaded.
 */
export async function showNewestPicture(store: Store): Promise<void> {
  if (store.get(isReducedDataAtom)) return;
  const listing = await store.get(queryClientAtom).query(listingQuery(sample.ticker, 30));
  const { response, analysis, candles } = listing;
  if (!('forecast' in analysis)) return;
  const settings = store.get(settingsAtom);
  const { text: html } = forecastPicture(formatFor(settings), { response, analysis, candles });
  store.set(pictureAtom, {
    ticker: response.ticker,
    companyName: response.company_name,
    lastPrice: analysis.currentPrice,
    origin: stampedSource(response.source),
    date: analysis.forecast.baseDate,
    region: settings.region,
    html,
  });
}
