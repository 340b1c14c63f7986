import { analyse, closingForecast, datesAfter, HORIZON_OPTIONS_DAYS, sliceCandles } from '#compute';
import { expect, test } from 'vitest';
import { SAMPLE_LISTINGS } from '#worker/providers/sample/listings.ts';
import { sampleStock } from '#worker/providers/sample/sample-market-data.ts';

/** After the last close of a week. */
const NOW_SECONDS = Date.UTC(2026, 10, 21, 12) / 1000;
const LISTINGS = SAMPLE_LISTINGS.filter((_, index) => index % 4 === 0);

test.each(LISTINGS.map((listing) => [listing.symbol, listing] as const))(
  'the closing forecast of %s equals the analysis of that close',
  (_, listing) => {
    const { candles, sessions: coming } = sampleStock(listing, NOW_SECONDS);
    const sessions = datesAfter(-Infinity, candles.time, coming);
    const closed = sliceCandles(candles, 0, -1);
    const made = closingForecast({ candles: closed, calendar: listing.calendar, sessions });
    if (!made.ok) throw new Error(made.error.reason);
    const { forecast, signal, movePercent, horizons } = made.value;
    for (const horizonDays of HORIZON_OPTIONS_DAYS) {
      const analysed = analyse({
        candles: closed,
        quote: { price: closed.close.at(-1)!, sessionLeft: 0 },
        horizonDays,
        calendar: listing.calendar,
        sessions,
      });
      if (!analysed.ok) throw new Error(analysed.error.reason);
      const { forecast: shown, trackRecord, dayChangePercent } = analysed.value;
      expect(forecast.points.slice(0, horizonDays)).toEqual(shown.points);
      const own = horizons.find(({ days }) => days === horizonDays);
      expect(own).toMatchObject({ point: shown.points.at(-1), widthRank: trackRecord?.widthRank });
      expect([signal, movePercent]).toEqual([analysed.value.signal.level, dayChangePercent]);
    }
  },
);

test('a history that is too short has no closing forecast', () => {
  const { candles } = sampleStock(LISTINGS[0]!, NOW_SECONDS);
  expect(closingForecast({ candles: sliceCandles(candles, 0, 59), calendar: 'nyse' })).toEqual({
    ok: false,
    error: { reason: 'short_history', needBars: 60, gotBars: 59 },
  });
});
