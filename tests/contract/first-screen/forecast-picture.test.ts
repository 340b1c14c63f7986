import { plotOf, HORIZON_OPTIONS_DAYS, sliceCandles, type HorizonDays } from '#compute';
import { describe, expect, test } from 'vitest';
import { forecastPicture } from '#worker/first-screen/forecast-picture.ts';
import { appleCandles } from '../../compute/series.ts';
import { firstScreenInput } from './first-screen-input.ts';

interface Listing {
  readonly horizonDays?: HorizonDays;
  readonly currency?: string;
  readonly scale?: number;
  readonly bars?: number;
}

function pictureOf({ horizonDays = 7, currency = 'USD', scale = 1, bars }: Listing) {
  const candles = bars === undefined ? {} : { candles: sliceCandles(appleCandles(), 1260 - bars, 1260) };
  const input = firstScreenInput({ response: { currency }, input: { horizonDays, ...candles }, scale });
  const { text } = forecastPicture(input.format, input);
  return { text, input, axisPx: plotOf(input.format, input).axisPx };
}

/** The numbers of every path, and the vertical position of every price label, percent of the plot. */
function placesOf(markup: string) {
  const paths = [...markup.matchAll(/ d="([^"]*)"/g)].map(([, d = '']) =>
    [...d.matchAll(/-?[\d.]+/g)].map(([number]) => Number(number)),
  );
  const texts = [...markup.matchAll(/<text[^>]* y="([\d.]+)%"[^>]*>\s*([^<]*?)\s*<\/text>/g)].map(
    ([, y, text]) => ({ y: Number(y), text }),
  );
  return { paths, texts };
}

const LISTINGS: readonly (Listing & { readonly name: string })[] = [
  ...HORIZON_OPTIONS_DAYS.map((horizonDays) => ({ name: `${horizonDays} days`, horizonDays })),
  { name: 'yen', currency: 'JPY', scale: 150 },
  { name: 'a millionth', currency: 'USD', scale: 1e-8 },
  { name: 'a million', currency: 'USD', scale: 6000 },
  { name: 'a short history', bars: 60, horizonDays: 30 },
];

describe.each(LISTINGS)('the picture of $name', (listing) => {
  const { text, input, axisPx } = pictureOf(listing);
  const { paths, texts } = placesOf(text);
  const { forecast } = input.analysis;
  const end = forecast.points.at(-1)!;
  const price = (value: number) => input.format.price(value, input.response.currency);
  const heightOf = (label: string) => texts.find((one) => one.text === label)?.y ?? Number.NaN;

  test('stays inside its box', () => {
    expect(text).not.toMatch(/NaN|undefined|null/);
    expect(Math.min(...paths.flat())).toBeGreaterThanOrEqual(0);
    expect(Math.max(...paths.flat())).toBeLessThanOrEqual(2000);
  });

  test('labels the last price and the ends of the 80% range at their lines', () => {
    const median = paths.at(-1)!;
    const perPrice =
      (heightOf(price(forecast.basePrice)) - heightOf(price(end.low80))) / (end.low80 - forecast.basePrice);
    expect(median[1]! / 10).toBeCloseTo(heightOf(price(forecast.basePrice)), 0);
    expect(heightOf(price(end.high80))).toBeLessThan(heightOf(price(end.low80)));
    expect(heightOf(price(forecast.basePrice)) - perPrice * (end.high80 - forecast.basePrice)).toBeCloseTo(
      heightOf(price(end.high80)),
      0,
    );
  });

  test('has the same axis width as the chart', () => {
    expect(text).toContain(`width="${axisPx}"`);
  });
});

test('an estimated session is as wide as a past one, in a one-day forecast as wide as five', () => {
  const xs = (horizonDays: HorizonDays) =>
    placesOf(pictureOf({ horizonDays }).text)
      .paths.at(-2)!
      .filter((_, i) => i % 2 === 0);
  const median = (horizonDays: HorizonDays) =>
    placesOf(pictureOf({ horizonDays }).text)
      .paths.at(-1)!
      .filter((_, i) => i % 2 === 0);
  const past = (all: number[]) => all[1]! - all[0]!;
  expect(past(median(7)) / past(xs(7))).toBeCloseTo(1, 1);
  expect(past(median(1)) / past(xs(1))).toBeCloseTo(5, 0);
});

test('a one-day forecast shows its distribution, outlined from 80% on', () => {
  const { text } = pictureOf({ horizonDays: 1 });
  const fills = [...text.matchAll(/fill-opacity="([^"]*)"/g)].map(([, opacity]) => opacity);
  expect(fills).toEqual(['0.1', '0.26', '0.5']);
  expect(text.match(/fill-opacity="[^"]*" stroke="var\(--accent\)"/g)).toHaveLength(2);
});
