// @vitest-environment node
import {
  HORIZON_OPTIONS_DAYS,
  analyse,
  briefTexts,
  formatFor,
  oddsTexts,
  outcomeDots,
  sessionDates,
  sessionLeft,
  sliceCandles,
  type Analysis,
  type ExpectedResults,
  type Format,
  type HorizonDays,
} from '#compute';
import { describe, expect, test } from 'vitest';
import { SAMPLE_LISTINGS, type SampleListing } from '#worker/providers/sample/listings.ts';
import { sampleStock } from '#worker/providers/sample/sample-market-data.ts';
import { SETTING_CHOICES } from '#web/shared/user/settings.ts';
import { runs } from '#support/runs.ts';
import { sampleData } from './sample-response.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

/** Enough bars for a forecast, but not for a track record. */
const SHORT_BARS = 70;

/** A part of a hundred listings of the sample market. */
const LISTINGS: readonly SampleListing[] = SAMPLE_LISTINGS.slice(0, 100).filter(
  (_, index) => index % (100 / runs(100)) === 0,
);

const MOMENTS = {
  open: { at: Date.UTC(2026, 10, 20, 16) / 1000, bars: Infinity },
  closed: { at: Date.UTC(2026, 10, 20, 23) / 1000, bars: Infinity },
  // A snapshot is analysed as of its own time, however old it is.
  stale: { at: Date.UTC(2026, 10, 12, 17) / 1000, bars: Infinity },
  'short of history': { at: Date.UTC(2026, 10, 20, 23) / 1000, bars: SHORT_BARS },
} as const;

const made = new Map<string, unknown>();

/** Caches by key, because generating and analysing five years of a listing is the slowest part here. */
function once<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}

function analysisAt(
  listing: SampleListing,
  moment: keyof typeof MOMENTS,
  horizonDays: HorizonDays,
): Analysis {
  return once(`${listing.symbol} ${moment} ${horizonDays}`, () => newAnalysis(listing, moment, horizonDays));
}

function newAnalysis(
  listing: SampleListing,
  moment: keyof typeof MOMENTS,
  horizonDays: HorizonDays,
): Analysis {
  const { at, bars } = MOMENTS[moment];
  const stock = once(`${listing.symbol} ${at}`, () => sampleStock(listing, at));
  const candles = sliceCandles(stock.candles, -Math.min(bars, stock.candles.close.length));
  const analysed = analyse({
    candles,
    quote: { price: stock.candles.close.at(-1) ?? NaN, sessionLeft: sessionLeft({ ...stock, candles }, at) },
    horizonDays,
    calendar: listing.calendar,
    sessions: sessionDates(stock.sessions),
  });
  if (!analysed.ok) throw new Error(analysed.error.reason);
  return analysed.value;
}

function sentencesOf(format: Format, analysis: Analysis, currency: string): string[] {
  return briefTexts(format, { analysis, response: { ticker: '', currency } });
}

/** The fields behind each sentence's values, in text order. */
const FIELDS = [
  ['end.date', 'end.low80', 'end.high80'],
  ['trackRecord.widthRank'],
  ['end.probabilityUp'],
  ['trackRecord.coverage80.value', 'trackRecord.n'],
  ['signal.level'],
];
const FIELDS_WITHOUT_RECORD = [FIELDS[0]!, FIELDS[2]!, FIELDS[4]!];

/** A field as the page's tables and tiles show it. */
function pageText(format: Format, analysis: Analysis, currency: string): Record<string, string> {
  const end = analysis.forecast.points.at(-1)!;
  const record = analysis.trackRecord;
  const rank = record?.widthRank ?? Number.NaN;
  return {
    'end.date': format.isoDate(end.date, 'weekday'),
    'end.low80': format.price(end.low80, currency),
    'end.high80': format.price(end.high80, currency),
    'end.probabilityUp': format.share(1 - end.probabilityUp),
    'trackRecord.widthRank': format.share(Math.max(rank, 1 - rank)),
    'trackRecord.coverage80.value': format.share(record?.coverage80.value ?? Number.NaN),
    'trackRecord.n': format.count(record?.n ?? Number.NaN),
    'signal.level': analysis.signal.level,
  };
}

/** Constant parts of every brief. */
const CONSTANTS = ['8 in 10'];

const ADVICE =
  /\b(should|must|recommend\w*|advi[sc]e\w*|consider|buy(ing)?|sell(ing)?|hold|invest\w*|opportunit\w*|guarantee\w*|safe|risk-free|cheap|expensive|bullish|bearish|target|now|likely|will)\b/i;

describe.each(HORIZON_OPTIONS_DAYS)('over %d days', (horizonDays) => {
  test.each(Object.keys(MOMENTS) as (keyof typeof MOMENTS)[])(
    'each listing’s brief, %s, has the page’s numbers and no others',
    (moment) => {
      for (const listing of LISTINGS) {
        const analysis = analysisAt(listing, moment, horizonDays);
        const sentences = sentencesOf(US, analysis, listing.currency);
        const fieldsOf = analysis.trackRecord === null ? FIELDS_WITHOUT_RECORD : FIELDS;
        expect(sentences).toHaveLength(fieldsOf.length);
        const shown = pageText(US, analysis, listing.currency);
        for (const [i, text] of sentences.entries()) {
          let rest = CONSTANTS.reduce((left, constant) => left.replace(constant, ''), text);
          for (const field of fieldsOf[i]!) {
            expect(rest).toContain(shown[field]);
            rest = rest.replace(shown[field]!, '');
          }
          expect(rest).not.toMatch(/\d/);
          expect(text.replace(analysis.signal.level, '')).not.toMatch(ADVICE);
        }
      }
    },
  );
});

test('a range that earnings widen says so in its own sentence, and no other range does', () => {
  const [moment] = Object.keys(MOMENTS) as (keyof typeof MOMENTS)[];
  const analysis = analysisAt(LISTINGS[0]!, moment!, 7);
  const results = {
    date: '2026-11-26',
    session: '2026-11-27',
    status: 'estimated',
    plus_minus_days: 3,
    chance: 0.9,
  } as ExpectedResults;
  const widthText = (widthRank: number, change: Partial<ExpectedResults>) =>
    sentencesOf(
      US,
      {
        ...analysis,
        trackRecord: { ...analysis.trackRecord!, widthRank },
        forecast: { ...analysis.forecast, results: { ...results, ...change } },
      },
      'USD',
    )[1];
  expect(widthText(0.9, {})).toBe('It’s wider than usual: earnings expected Thu, Nov 26 ±3 days.');
  expect(widthText(0.9, { status: 'confirmed' })).toBe('It’s wider than usual: earnings on Thu, Nov 26.');
  expect(widthText(0.9, { chance: 0.4 })).toBe('It’s wider than usual: 90% of past ranges were narrower.');
  expect(widthText(0.2, {})).toBe('It’s narrower than usual: 80% of past ranges were wider.');
});

test.each(SETTING_CHOICES.region)('in the region %s no brief is longer than 60 words', (region) => {
  const format = formatFor({ region, clock: 'exchange' });
  for (const listing of LISTINGS) {
    const sentences = sentencesOf(format, analysisAt(listing, 'closed', 30), listing.currency);
    const words = sentences.join(' ').split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(60);
  }
});

describe('a width', () => {
  test.each([
    [0, 'narrower than usual: 100% of past ranges were wider'],
    [0.39, 'narrower than usual: 61% of past ranges were wider'],
    [0.4, 'about as wide as usual: 60% of past ranges were wider'],
    [0.5, 'about as wide as usual: 50% of past ranges were narrower'],
    [0.6, 'about as wide as usual: 60% of past ranges were narrower'],
    [0.61, 'wider than usual: 61% of past ranges were narrower'],
  ])('of rank %d is %s', async (widthRank, words) => {
    const { analysis } = await sampleData('AAPL', 7);
    const trackRecord = { ...analysis.trackRecord!, widthRank };
    expect(sentencesOf(US, { ...analysis, trackRecord }, 'USD')[1]).toBe(`It’s ${words}.`);
  });
});

test('a record on dates of the model’s fit says so', async () => {
  const { analysis } = await sampleData('AAPL', 7);
  const trackRecord = { ...analysis.trackRecord!, inSample: true };
  expect(sentencesOf(US, { ...analysis, trackRecord }, 'USD')[3]).toContain('prices the model was fitted on');
});

test('the page’s brief uses the listing’s currency', async () => {
  const data = await sampleData('AAPL', 7);
  const [range] = briefTexts(US, { ...data, response: { ...data.response, currency: 'GBp' } });
  expect(range).toMatch(/between [\d.,]+p and [\d.,]+p on /);
});

describe('outcomeDots', () => {
  const point = { price: 1, low50: 1, high50: 1, low80: 1, high80: 1, low95: 1, high95: 1 };

  test.each([
    [0.3, 0.25, 0.52, { below: 6, within: 9, above: 5, lower: 10 }],
    [0, 0, 0.5, { below: 0, within: 20, above: 0, lower: 10 }],
    [0.48, 0.52, 0.52, { below: 10, within: 0, above: 10, lower: 10 }],
    [0.02, 0.98, 1, { below: 0, within: 0, above: 20, lower: 0 }],
  ])('%d below, %d above and %d up are %o', (probabilitySell, probabilityBuy, probabilityUp, dots) => {
    expect(outcomeDots({ ...point, probabilitySell, probabilityBuy, probabilityUp })).toEqual(dots);
  });

  test('of every sample listing add up to 20, and the mark of the current price is among those within 2%', () => {
    for (const listing of LISTINGS) {
      for (const horizonDays of HORIZON_OPTIONS_DAYS) {
        const end = analysisAt(listing, 'open', horizonDays).forecast.points.at(-1)!;
        const { below, within, above, lower } = outcomeDots(end);
        expect(below + within + above).toBe(20);
        expect(Math.min(below, within, above)).toBeGreaterThanOrEqual(0);
        expect(lower).toBeGreaterThanOrEqual(below);
        expect(lower).toBeLessThanOrEqual(below + within);
      }
    }
  });
});

test.each([
  [0.283, 0.304, ['28%', '41%', '31%']],
  [0.285, 0.285, ['29%', '43%', '28%']],
  [0.48, 0.52, ['48%', '0%', '52%']],
  [0.003, 0.25, ['<1%', '75%', '25%']],
])('odds of %d up and %d down add up to 100: %j', (probabilityBuy, probabilitySell, odds) => {
  expect(oddsTexts(US, { probabilityBuy, probabilitySell })).toEqual(odds);
});
