import { analyse, formatFor, sessionDates, type AnalysisInput } from '#compute';
import type { FirstScreenInput, FirstScreenListing } from '#worker/first-screen';
import { comingFrom } from '#support/coming-sessions.ts';
import { appleCandles, scaleCandles } from '../../compute/series.ts';

const LISTING: FirstScreenListing = {
  ticker: 'AAPL',
  company_name: 'Apple Inc.',
  exchange: 'NASDAQ',
  currency: 'USD',
  exchange_timezone: 'America/New_York',
  source: 'yahoo',
  as_of: '2018-05-11T20:00:00Z',
  fetched_at: '2018-05-11T20:00:10Z',
  delayed_minutes: 15,
  market_state: 'closed',
  volume: 26_212_200,
  market_cap: 9.27e11,
};

interface Change {
  readonly response?: Partial<FirstScreenListing>;
  readonly input?: Partial<AnalysisInput>;
  /** Factor for all prices. */
  readonly scale?: number;
}

/** Input of the first screen: Apple's bars up to 2018-05-11, in US formats. */
export function firstScreenInput({ response, input, scale = 1 }: Change = {}): FirstScreenInput {
  const candles = input?.candles ?? scaleCandles(appleCandles(), scale);
  const analysed = analyse({
    candles,
    quote: { price: candles.close.at(-1)!, sessionLeft: 0 },
    horizonDays: 7,
    calendar: 'nyse',
    sessions: sessionDates(comingFrom(candles.time.at(-1)!)),
    ...input,
  });
  if (!analysed.ok) throw new Error(analysed.error.reason);
  return {
    response: { ...LISTING, ...response },
    analysis: analysed.value,
    candles,
    format: formatFor({ region: 'us', clock: 'exchange' }),
    nowMs: Date.parse('2018-05-11T20:00:20Z'),
  };
}
