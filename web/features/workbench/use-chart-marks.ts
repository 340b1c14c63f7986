import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PriceEvent } from '../../shared/charts/price-events.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/session/session-provider.tsx';
import { browserStorage } from '../../shared/state/browser-storage.ts';
import type { JournalEntry } from '../../shared/stats/forecast-journal.ts';
import { useWatchedItems } from '../../shared/watchlist/use-watchlist.ts';
import { alertLevels, eventMarks, forecastMarks, type AlertLevel, type ForecastMark } from './chart-marks.ts';
import type { Listing } from './use-workbench-data.ts';
import type { WorkbenchSeries } from './workbench-series.ts';
import type { MarkKind } from './workbench-url.ts';

/** Marks by their kind. */
interface Marks {
  readonly events: readonly PriceEvent[];
  readonly forecasts: readonly ForecastMark[];
  readonly alerts: readonly AlertLevel[];
}

/** The marks that the view asks for, and all that there are. */
export interface ChartMarkSet extends Marks {
  readonly available: Marks;
}

const NO_ENTRIES: readonly JournalEntry[] = [];

/**
 * The marks of what is on screen: dividends, splits, the reader's own forecasts and alerts. Within the day only alerts have a
 * place. `null` without a chart.
 */
export function useChartMarks(
  shown: { readonly listing: Listing; readonly series: WorkbenchSeries } | null,
  wanted: readonly MarkKind[],
): ChartMarkSet | null {
  const format = useFormat();
  const listing = shown?.listing ?? null;
  const entries = useJournalOf(listing);
  const items = useWatchedItems();
  const series = shown?.series;
  return useMemo(() => {
    if (listing === null || series === undefined) return null;
    const { ticker, currency, corporate_actions: actions } = listing.response;
    const bars = { days: listing.candles.time, starts: series.candles.time };
    const areDays = series.withinDay === null;
    const rules = items.find((item) => item.ticker === ticker)?.alerts.map(({ rule }) => rule) ?? [];
    const available: Marks = {
      events: areDays && actions ? eventMarks(format, bars, actions, currency) : [],
      forecasts: areDays ? forecastMarks(format, bars, entries, currency) : [],
      alerts: alertLevels(format, rules, currency),
    };
    return {
      available,
      events: wanted.includes('events') ? available.events : [],
      forecasts: wanted.includes('forecasts') ? available.forecasts : [],
      alerts: wanted.includes('alerts') ? available.alerts : [],
    };
  }, [listing, series, items, entries, wanted, format]);
}

/** The signed-in reader's forecasts of a listing, settled as far as its history goes. */
function useJournalOf(listing: Listing | null): readonly JournalEntry[] {
  const email = useAuth().user?.email ?? null;
  const { data } = useQuery({
    queryKey: ['journal', email, listing?.ticker, listing?.response.fetched_at],
    queryFn:
      email === null || listing === null
        ? skipToken
        : async () => {
            const { isSameMarket, settleJournal } = await import('../../shared/stats/forecast-journal.ts');
            const { response, candles } = listing;
            return settleJournal({ storage: browserStorage(), email, listing: response, candles }).filter(
              ({ ticker, source }) => ticker === response.ticker && isSameMarket(source, response.source),
            );
          },
    // The stock page adds to it.
    gcTime: 0,
  });
  return data ?? NO_ENTRIES;
}
