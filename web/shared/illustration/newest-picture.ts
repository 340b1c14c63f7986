/** The forecast picture from a listing's newest prices. A file of its own, so that pages show the built one until it loads. */
import { DEFAULT_TICKER, formatFor, stampedSource } from '#compute';
import { forecastPicture } from '#worker/first-screen';
import type { Store } from '../../store.ts';
import { analyseRequest, shownAnalysis } from '../api/listing-queries.ts';
import { nowMs } from '../api/server-clock.ts';
import { fetchSnapshot, readAt } from '../api/snapshot.ts';
import { computeClient } from '../offthread/compute-client.ts';
import { isReducedDataAtom, settingsAtom } from '../user/settings.ts';
import type { Picture } from './forecast-illustration.tsx';

const HORIZON_DAYS = 30;

/** Shows the newest picture, in the reader's formats. With reduced data, or if prices or forecast are missing, the old one stays. */
export async function showNewestPicture(store: Store, show: (picture: Picture) => void): Promise<void> {
  if (store.get(isReducedDataAtom)) return;
  const { signal } = new AbortController();
  const read = await fetchSnapshot(DEFAULT_TICKER, HORIZON_DAYS, signal);
  if (!read.ok) return;
  const wire = read.value.body;
  const request = analyseRequest(readAt(wire, false, nowMs()), HORIZON_DAYS);
  const whole = await computeClient().run((api) => api.analyseColumns(request));
  if (!whole.ok) return;
  const shown = shownAnalysis(whole.value, wire, nowMs());
  if (!('forecast' in shown.analysis)) return;
  const { analysis, candles } = { ...shown, analysis: shown.analysis };
  const settings = store.get(settingsAtom);
  const { text: html } = forecastPicture(formatFor(settings), { response: wire, analysis, candles });
  show({
    ticker: wire.ticker,
    companyName: wire.company_name,
    lastPrice: analysis.currentPrice,
    origin: stampedSource(wire.source),
    date: analysis.forecast.baseDate,
    region: settings.region,
    html,
  });
}
