import {
  MIN_FORECAST_BARS,
  formatDays,
  isoDate,
  oddsTexts,
  sinceYesterdayTexts,
  type Forecast,
  type ForecastPoint,
  type Format,
  type Quoted,
  type SinceYesterday,
} from '#compute';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, useDeferredValue, type ReactNode } from 'react';
import { fetchSummary } from '../../../shared/api/ledger-api.ts';
import {
  analyseRequest,
  hasForecast,
  type ForecastListing,
  type Listing,
} from '../../../shared/api/listing-queries.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { computeClient } from '../../../shared/offthread/compute-client.ts';
import { SignalBadge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { TableRows } from '../../../shared/ui/data-table.tsx';
import { useSettings } from '../../../shared/user/settings.ts';
import styles from './since-yesterday-card.module.css';
import { usePhone } from '../use-screen.tsx';

/** Whether the session before the last one had a forecast as well. */
export function hasEarlierForecast(data: Listing): data is ForecastListing {
  return hasForecast(data) && data.candles.close.length > MIN_FORECAST_BARS;
}

/** Suspends until it has been computed, so that nothing below it moves; a new price or horizon keeps the former comparison until then. */
export function SinceYesterdayCard({ data }: { data: ForecastListing }) {
  const format = useFormat();
  const isPhone = usePhone();
  const compared = useDeferredValue(data);
  const since = useSinceYesterday(compared);
  if (since === null) return null;
  const table = (
    <table className={styles.table}>
      <TableRows {...comparison(format, since, compared.response)} />
    </table>
  );
  const texts = (
    <ul className={styles.texts}>
      {sinceYesterdayTexts(format, since, compared.response).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
  return (
    <Card
      title="What changed"
      titleId="changes"
      subtitle={`Since the ${format.isoDate(since.before.forecast.baseDate, 'weekday')} close`}
    >
      {isPhone ? (
        <>
          {texts}
          <details className={styles.details}>
            <summary>Compare range, odds and signal</summary>
            {table}
          </details>
        </>
      ) : (
        <div className={styles.sides}>
          {table}
          {texts}
        </div>
      )}
    </Card>
  );
}

/** Runs the second analysis off the page's thread once the first is on screen; `null` if it fails. */
function useSinceYesterday({ response, candles, analysis }: ForecastListing): SinceYesterday | null {
  const { ticker, source, fetched_at: fetchedAt } = response;
  const { horizonDays } = analysis.forecast;
  const isReduced = useSettings().traffic === 'reduced';
  return useSuspenseQuery({
    queryKey: ['since-yesterday', ticker, source, fetchedAt, horizonDays],
    queryFn: async ({ client }) => {
      const { columns: _, ...request } = analyseRequest(response, horizonDays);
      const session = isoDate(candles.time.at(-2) ?? 0);
      // One request per session, unless it failed. With reduced data only prices are loaded.
      const ledger = isReduced
        ? null
        : await client.query({
            queryKey: ['published', ticker, source, session],
            queryFn: ({ signal }) => fetchSummary(ticker, signal, session),
            staleTime: ({ state }) => (state.data?.ok === true ? Number.POSITIVE_INFINITY : 0),
          });
      const published = ledger?.ok === true ? ledger.value.latest : [];
      const since = await computeClient.run((api) =>
        api.sinceYesterday(candles, request, analysis, published),
      );
      // Better to omit the card than to fail the page.
      return since.ok ? since.value : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

function comparison(format: Format, { before, now, isSessionFinished }: SinceYesterday, quoted: Quoted) {
  const day = ({ baseDate }: Forecast) => format.isoDate(baseDate, 'weekday');
  const row = (name: string, cell: (analysis: SinceYesterday['now']) => ReactNode) => ({
    id: name,
    cells: [name, cell(before), cell(now)],
  });
  const rowOfEnd = (name: string, cell: (end: ForecastPoint) => ReactNode) =>
    row(name, ({ forecast }) => forecast.points.slice(-1).map(cell));
  return {
    headers: ['As of', day(before.forecast), isSessionFinished ? day(now.forecast) : 'Now'],
    rows: [
      row('Price', ({ forecast }) => format.price(forecast.basePrice, quoted)),
      rowOfEnd(`80% range, ${formatDays(now.forecast.horizonDays)}`, ({ date, low80, high80 }) => {
        const [low, high] = format.prices([low80, high80], quoted);
        return (
          <Fragment key={date}>
            <span>{low} to</span> <span>{high}</span>
          </Fragment>
        );
      }),
      ...['Rise 2% or more', 'Stay within 2%', 'Fall 2% or more'].map((name, i) =>
        rowOfEnd(name, (end) => oddsTexts(format, end)[i]),
      ),
      row('Model signal', ({ signal }) => <SignalBadge signal={signal.level} />),
    ],
  };
}
