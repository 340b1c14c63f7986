import { expectedText } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { datesQuery, type ForecastListing } from '../../../shared/api/listing-queries.ts';
import type { ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { useSettings } from '../../../shared/user/settings.ts';

interface ExpectedDatesProps {
  readonly data: ForecastListing;
  readonly onLayer: (layer: ChartLayer | null) => void;
}

export function ExpectedDates({ data: { response, candles, analysis }, onLayer }: ExpectedDatesProps) {
  const { forecast } = analysis;
  const bars = candles.time.length;
  const format = useFormat();
  const isReduced = useSettings().traffic === 'reduced';
  const { data, isError } = useQuery({ ...datesQuery([response.ticker]), enabled: !isReduced });
  const known = data?.dates[0];
  const inside = useMemo(() => {
    const { results } = forecast;
    const end = forecast.points.at(-1)?.date ?? '';
    const dividend = known?.dividend ?? null;
    const coming = [
      // Marked where the ranges widen.
      results && ({ eventName: 'earnings', letter: 'E', next: results, on: results.session } as const),
      dividend &&
        ({ eventName: 'ex-dividend date', letter: 'D', next: dividend, on: dividend.date } as const),
    ];
    return coming.flatMap((event) => {
      if (!event || event.on <= forecast.baseDate || event.on > end) return [];
      return [{ ...event, index: bars + forecast.points.findIndex(({ date }) => date >= event.on) }];
    });
  }, [known, forecast, bars]);
  useEffect(() => {
    onLayer(inside.length === 0 ? null : eventsLayer(inside));
    return () => onLayer(null);
  }, [inside, onLayer]);
  if (inside.length > 0) {
    const parts = inside.map(({ eventName, next }) => expectedText(format, eventName, next));
    return `During this forecast: ${parts.join('; ')}.`;
  }
  if (known === undefined) return isError ? 'Couldn’t check for ex-dividend and earnings dates.' : null;
  const names = forecast.results ? 'earnings or ex-dividend date' : 'ex-dividend date';
  return `No ${names} expected during this forecast.`;
}
