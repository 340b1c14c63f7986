import { type Forecast, parseIsoDate } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { datesQuery } from '../../../shared/api/dates-query.ts';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSettings } from '../../../shared/user/settings.ts';

interface ExpectedDatesProps {
  readonly ticker: string;
  readonly forecast: Forecast;
  /** The chart's sessions, epoch seconds. */
  readonly dates: Float64Array;
  /** Marks the dates on the chart. */
  readonly onLayer: (layer: ChartLayer | null) => void;
}

/** The next earnings and ex-dividend date within a forecast, in a sentence and on its chart. Says nothing until they are known. */
export function ExpectedDates({ ticker, forecast, dates, onLayer }: ExpectedDatesProps) {
  const format = useFormat();
  const isReduced = useSettings().traffic === 'reduced';
  const { data } = useQuery({ ...datesQuery([ticker]), enabled: !isReduced });
  const known = data?.dates[0];
  const inside = useMemo(() => {
    const { dividend = null, results = null } = known ?? {};
    const end = forecast.points.at(-1)?.date ?? '';
    return [
      { eventName: 'earnings', letter: 'E' as const, next: results?.next ?? null },
      { eventName: 'ex-dividend date', letter: 'D' as const, next: dividend },
    ].flatMap(({ next, ...event }) => {
      if (next === null || next.date <= forecast.baseDate || next.date > end) return [];
      return [{ ...event, next, index: dates.findIndex((at) => at >= (parseIsoDate(next.date) ?? 0)) }];
    });
  }, [known, forecast, dates]);
  useEffect(() => {
    onLayer(inside.length === 0 ? null : eventsLayer(inside));
    return () => onLayer(null);
  }, [inside, onLayer]);
  if (known === undefined) return null;
  if (inside.length === 0) {
    const names = known.results?.next ? 'earnings or ex-dividend date' : 'ex-dividend date';
    return `No ${names} expected during this forecast.`;
  }
  const parts = inside.map(({ eventName, next: { date, status, plus_minus_days: days } }) =>
    status === 'confirmed'
      ? `${eventName} on ${format.isoDate(date, 'short')} (confirmed)`
      : `${eventName} around ${format.isoDate(date, 'short')} (estimated, ±${days} days)`,
  );
  return `During this forecast: ${parts.join(', ')}.`;
}
