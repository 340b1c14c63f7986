import { type Forecast, parseIsoDate } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { datesQuery } from '../../../shared/api/dates-query.ts';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSettings } from '../../../shared/user/settings-provider.tsx';

interface ExpectedDatesProps {
  readonly ticker: string;
  readonly forecast: Forecast;
  /** Of the chart; epoch seconds. */
  readonly dates: Float64Array;
  /** Marks the dates on the chart. */
  readonly onLayer: (layer: ChartLayer | null) => void;
}

/** The next results and ex-dividend day that lie inside a forecast, in a sentence and on its chart. */
export function ExpectedDates({ ticker, forecast, dates, onLayer }: ExpectedDatesProps) {
  const format = useFormat();
  const isReduced = useSettings().traffic === 'reduced';
  const { data } = useQuery({ ...datesQuery([ticker]), enabled: !isReduced });
  const inside = useMemo(() => {
    const { dividend = null, results = null } = data?.dates[0] ?? {};
    const end = forecast.points.at(-1)?.date ?? '';
    return [
      { what: 'earnings', letter: 'R' as const, next: results?.next ?? null },
      { what: 'ex-dividend date', letter: 'D' as const, next: dividend },
    ].flatMap(({ what: eventName, letter, next }) => {
      if (next === null || next.date <= forecast.baseDate || next.date > end) return [];
      return [
        {
          what: eventName,
          letter,
          next,
          index: dates.findIndex((at) => at >= (parseIsoDate(next.date) ?? 0)),
        },
      ];
    });
  }, [data, forecast, dates]);
  useEffect(() => {
    onLayer(inside.length === 0 ? null : eventsLayer(inside));
    return () => onLayer(null);
  }, [inside, onLayer]);
  if (data === undefined) return null;
  if (inside.length === 0) return 'No earnings or ex-dividend date expected during this forecast.';
  const parts = inside.map(({ what, next: { date, status, plus_minus_days: days } }) =>
    status === 'confirmed'
      ? `${what} on ${format.isoDate(date, 'short')} (confirmed)`
      : `${what} around ${format.isoDate(date, 'short')} (estimated, ±${days} days)`,
  );
  return `During this forecast: ${parts.join(', ')}.`;
}
