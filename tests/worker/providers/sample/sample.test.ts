import { describe, expect, test } from 'vitest';
import { firstBarFrom, isTradingDay, isoDate, parseTicker } from '#compute';
import type { Candles } from '#compute';
import { priceOf } from '#worker/snapshot';
import { SAMPLE_LISTINGS, sampleListing, sampleResults } from '#worker/providers/sample/listings.ts';
import type { SampleListing } from '#worker/providers/sample/listings.ts';
import { sampleNews } from '#worker/providers/sample/news.ts';
import {
  createSampleMarketData,
  sampleBars,
  sampleFundamentals,
  sampleStock,
  searchSample,
} from '#worker/providers/sample/sample-market-data.ts';
import { valuationOf } from '#worker/snapshot/snapshot.ts';

/** Tuesday 2026-11-17, New York time. */
const newYork = (hour: number, minute = 0) => Date.UTC(2026, 10, 17, hour + 5, minute) / 1000;
const NOON = newYork(12);
const DAY = 86_400;
const WELL_KNOWN = [
  'AAPL',
  'TSLA',
  'MSFT',
  'GOOGL',
  'AMZN',
  'META',
  'NVDA',
  'AMD',
  'NFLX',
  'COIN',
  'SPY',
  'QQQ',
  'BRK-B',
  'VOD.L',
  'SAP.DE',
  '7203.T',
  'BTC-USD',
  'ETH-USD',
];

function listing(symbol: string) {
  const ticker = parseTicker(symbol);
  const found = ticker.ok ? sampleListing(ticker.value) : null;
  if (found === null) throw new Error(`no sample listing ${symbol}`);
  return found;
}
const newsOf = (entry: SampleListing, at: number) => sampleNews(entry, sampleBars(entry, at), at);
const atNoon = new Map(SAMPLE_LISTINGS.map((entry) => [entry, sampleStock(entry, NOON)]));
const stockOf = (entry: SampleListing, at = NOON) =>
  at === NOON ? atNoon.get(entry)! : sampleStock(entry, at);
const candles = (symbol: string, at = NOON) => stockOf(listing(symbol), at).candles;
const dates = ({ time }: Candles) => Array.from(time, isoDate);

describe('the listings', () => {
  test('are at least 60, without repeats, including the well-known ones', () => {
    const symbols = SAMPLE_LISTINGS.map((entry) => entry.symbol);
    expect(symbols.length).toBeGreaterThanOrEqual(60);
    expect(new Set(symbols).size).toBe(symbols.length);
    expect(symbols).toEqual(expect.arrayContaining(WELL_KNOWN));
  });
  test('accept a dot for a share class, but not a hyphen for an exchange', () => {
    expect(listing('BRK.B').symbol).toBe('BRK-B');
    expect(() => listing('VOD-L')).toThrow('no sample listing VOD-L');
  });
});

describe('the bars', () => {
  test('do not depend on the clock for a given date', () => {
    for (const symbol of ['AAPL', 'VOD.L', 'BTC-USD']) {
      const early = candles(symbol, NOON - 400 * DAY);
      const late = candles(symbol, NOON + 400 * DAY);
      const offset = late.time.indexOf(early.time[900]!);
      // The last bar of the earlier view is still growing.
      const shared = early.time.length - 1 - 900;
      for (const field of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
        expect(late[field].slice(offset, offset + shared)).toEqual(early[field].slice(900, 900 + shared));
      }
    }
  });
  test('fall exactly on their calendar’s trading days', () => {
    for (const [symbol, calendar] of [
      ['AAPL', 'nyse'],
      ['EURUSD=X', 'weekday'],
      ['ETH-USD', 'daily'],
    ] as const) {
      const { time } = candles(symbol);
      for (let date = time[0]!; date <= time.at(-1)!; date += DAY) {
        expect(time.includes(date)).toBe(isTradingDay(date, calendar));
      }
    }
  });
  test('reach back five years', () => {
    expect(dates(candles('AAPL'))[0]).toBe('2021-11-17');
    expect(dates(candles('BTC-USD'))[0]).toBe('2021-11-17');
  });
  test('have positive prices on their venue’s grid, with open and close between low and high', () => {
    const faults = SAMPLE_LISTINGS.flatMap((entry) => {
      const { open, high, low, close, volume } = stockOf(entry).candles;
      const isPair = entry.instrument === 'currency';
      const grid = isPair ? 10_000 : entry.symbol === '^TNX' ? 1000 : entry.currency === 'JPY' ? 1 : 100;
      return Array.from(close, (_, i) => {
        const bar = [open[i]!, high[i]!, low[i]!, close[i]!];
        const onGrid = bar.every((price) => price > 0 && Math.round(price * grid) / grid === price);
        const inside = low[i] === Math.min(...bar) && high[i] === Math.max(...bar);
        const sound = onGrid && inside && Number.isSafeInteger(volume[i]) && volume[i]! >= 0;
        return sound ? '' : `${entry.symbol} bar ${i}: ${bar.join(' ')} ${volume[i]}`;
      }).filter((fault) => fault !== '');
    });
    expect(faults).toEqual([]);
  });
});

describe('the returns look realistic', () => {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const correlation = (x: readonly number[], y: readonly number[]) => {
    const [mx, my] = [mean(x), mean(y)];
    const covariance = mean(x.map((value, i) => (value - mx) * (y[i]! - my)));
    return covariance / Math.sqrt(mean(x.map((v) => (v - mx) ** 2)) * mean(y.map((v) => (v - my) ** 2)));
  };
  const returns = (symbol: string) => {
    const { close } = candles(symbol);
    return Array.from(close.subarray(1), (price, i) => Math.log(price / close[i]!));
  };

  const old = SAMPLE_LISTINGS.filter(({ bars }) => bars === undefined);
  test.each(old.map((entry) => [entry.symbol, entry.outstanding, entry.instrument] as const))(
    '%s: fat tails, clustered volatility, volume with moves',
    (symbol, outstanding, instrument) => {
      const change = returns(symbol);
      const centre = mean(change);
      const variance = mean(change.map((r) => (r - centre) ** 2));
      expect(mean(change.map((r) => (r - centre) ** 4)) / variance ** 2 - 3).toBeGreaterThan(1);
      const size = change.map((r) => Math.abs(r - centre));
      const lags = [1, 2, 3, 5, 10].map((lag) => correlation(size.slice(lag), size.slice(0, -lag)));
      expect(mean(lags)).toBeGreaterThan(0);
      // Currencies and yields have no volume, and a fund does not trade.
      if (outstanding === 0 || instrument === 'fund') return;
      const volume = Array.from(candles(symbol).volume.subarray(1), Math.log);
      // The last bar is half a day's volume.
      expect(correlation(size.slice(0, -1), volume.slice(0, -1))).toBeGreaterThan(0.4);
    },
  );
  test('shares move together, and with the fund that holds them', () => {
    expect(correlation(returns('AAPL'), returns('SPY'))).toBeGreaterThan(0.3);
    expect(correlation(returns('BTC-USD').slice(-300), returns('ETH-USD').slice(-300))).toBeGreaterThan(0.3);
  });
  test('companies jump only at their results, before or after the session as they report', () => {
    const ratios = SAMPLE_LISTINGS.flatMap((entry) => {
      const { time, open, close } = stockOf(entry).candles;
      const published = sampleResults(entry, '2026-11-16').slice(1);
      const gaps = (after: number) =>
        published.map(({ date }) => {
          const bar = firstBarFrom(time, Date.parse(date) / 1000) + after;
          return Math.abs(Math.log(open[bar]! / close[bar - 1]!));
        });
      const usual = mean(Array.from(open.subarray(1), (price, i) => Math.abs(Math.log(price / close[i]!))));
      const [same, next] = [mean(gaps(0)) / usual, mean(gaps(1)) / usual];
      return published.length > 0 ? [[Math.max(same, next), Math.min(same, next)] as const] : [];
    });
    expect(ratios.length).toBeGreaterThan(60);
    expect(mean(ratios.map(([reacting]) => reacting))).toBeGreaterThan(3);
    expect(Math.min(...ratios.map(([reacting]) => reacting))).toBeGreaterThan(1.2);
    expect(mean(ratios.map(([, other]) => other))).toBeLessThan(1.3);
  });
  test('part of the moves happens overnight', () => {
    const { open, close } = candles('AAPL');
    const gaps = Array.from(open.subarray(1), (price, i) => Math.abs(price / close[i]! - 1));
    expect(mean(gaps)).toBeGreaterThan(0.002);
  });
});

describe('today’s session', () => {
  const today = (at: number) => {
    const { close, high, low, open, time, volume } = candles('AAPL', at);
    const i = close.length - 1;
    return {
      date: isoDate(time[i]!),
      open: open[i]!,
      high: high[i]!,
      low: low[i]!,
      close: close[i]!,
      volume: volume[i]!,
    };
  };
  test('begins at 09:30 in New York, not a second earlier', () => {
    expect(today(newYork(9, 30) - 1).date).toBe('2026-11-16');
    const first = today(newYork(9, 30));
    expect(first).toMatchObject({ date: '2026-11-17', high: first.open, low: first.open, close: first.open });
  });
  test('grows minute by minute: the range widens, the volume rises, the open stays', () => {
    let previous = today(newYork(9, 30));
    for (let minute = 1; minute <= 390; minute += 7) {
      const bar = today(newYork(9, 30) + minute * 60);
      expect(bar.open).toBe(previous.open);
      expect(bar.high).toBeGreaterThanOrEqual(previous.high);
      expect(bar.low).toBeLessThanOrEqual(previous.low);
      expect(bar.volume).toBeGreaterThan(previous.volume);
      previous = bar;
    }
  });
  test('ends at 16:00 with its final bar', () => {
    const closed = today(newYork(16));
    const later = candles('AAPL', NOON + 30 * DAY);
    const i = later.time.indexOf(Date.UTC(2026, 10, 17) / 1000);
    expect(closed).toEqual({
      date: '2026-11-17',
      open: later.open[i],
      high: later.high[i],
      low: later.low[i],
      close: later.close[i],
      volume: later.volume[i],
    });
    expect(today(newYork(15, 59)).volume).toBeLessThan(closed.volume);
  });
  test('does not change within a minute', () => {
    expect(today(newYork(11, 7))).toEqual(today(newYork(11, 7) + 59));
    expect(sampleStock(listing('AAPL'), newYork(11, 7) + 59).asOfSeconds).toBe(newYork(11, 7));
  });
  test('on a weekend is Friday’s, as of its close', () => {
    const saturday = Date.UTC(2026, 10, 21, 12) / 1000;
    expect(today(saturday).date).toBe('2026-11-20');
    expect(sampleStock(listing('AAPL'), saturday).asOfSeconds).toBe(Date.UTC(2026, 10, 20, 21) / 1000);
  });
});

describe('unusual listings', () => {
  test('a fund has one value a day, two hours after the close', () => {
    const before = candles('VFIAX', newYork(17, 59));
    const after = candles('VFIAX', newYork(18));
    expect([dates(before).at(-1), dates(after).at(-1)]).toEqual(['2026-11-16', '2026-11-17']);
    expect([after.open, after.high, after.low]).toEqual([after.close, after.close, after.close]);
    expect(Math.max(...after.volume)).toBe(0);
  });
  test('a fund has no minute bars', async () => {
    const source = createSampleMarketData(() => NOON * 1000);
    const { signal } = new AbortController();
    expect(await source.intraday(listing('VFIAX').symbol, '1d', signal)).toMatchObject({ ok: false });
  });
  test('a young listing has its last 40 sessions, whose prices do not depend on the clock', () => {
    const now = candles('KLAR');
    const earlier = candles('KLAR', NOON - 7 * DAY);
    expect([now.close.length, earlier.close.length]).toEqual([40, 40]);
    expect(now.close.slice(0, 30)).toEqual(earlier.close.slice(5, 35));
    expect(sampleResults(listing('KLAR'), '2026-11-17')).toEqual([]);
  });
  test('Riyadh trades on Sundays and not on Fridays', () => {
    const days = new Set(Array.from(candles('2222.SR').time, (date) => new Date(date * 1000).getUTCDay()));
    expect([...days].sort()).toEqual([0, 1, 2, 3, 4]);
  });
  test('a share’s price agrees at both its venues', () => {
    expect(candles('SIE.F').close).toEqual(candles('SIE.DE').close);
  });
});

describe('market cap and P/E', () => {
  const facts = (symbol: string) => {
    const stock = sampleStock(listing(symbol), NOON);
    const valuation = valuationOf(stock, sampleFundamentals(listing(symbol), NOON));
    return { price: priceOf(stock), ...valuation };
  };
  test('are computed from shares and earnings at the current price', () => {
    const { price, marketCap, peRatio } = facts('AAPL');
    expect(marketCap).toBeCloseTo(14.8e9 * price, -3);
    expect(peRatio).toBeCloseTo((price / 255) * 34, 6);
  });
  test('are in pounds for a price in pence', () => {
    const { price, marketCap, peRatio } = facts('SHEL.L');
    expect(marketCap).toBeCloseTo((5.78e9 * price) / 100, -3);
    expect(peRatio).toBeCloseTo((price / 2750) * 15, 6);
  });
  test.each(['SPY', '^GSPC'])('are missing for %s', (symbol) => {
    expect(facts(symbol)).toMatchObject({ marketCap: null, peRatio: null });
  });
  test('a coin has a market cap and no earnings', () => {
    expect(facts('BTC-USD')).toMatchObject({ marketCap: expect.any(Number), peRatio: null });
  });
});

describe('dividends and splits', () => {
  const actions = (symbol: string, at = NOON) => stockOf(listing(symbol), at).actions;

  test('a payer pays once a quarter, below the price, at its stated yield', () => {
    const { close, time } = candles('KO');
    const dividends = actions('KO')?.dividends ?? [];
    expect(dividends).toHaveLength(20);
    for (const { date, amount } of dividends) {
      const bar = time.indexOf(Date.parse(date) / 1000);
      expect(bar).toBeGreaterThanOrEqual(0);
      expect((400 * amount) / close[bar]!).toBeGreaterThan(1.5);
      expect((400 * amount) / close[bar]!).toBeLessThan(6);
    }
  });
  test('of a date do not depend on the clock', () => {
    const early = actions('KO', NOON - 400 * DAY)?.dividends.slice(-8);
    expect(actions('KO')?.dividends).toEqual(expect.arrayContaining(early ?? []));
  });
  test('lower the price on the ex-date by their amount', () => {
    // Over forty quarters of six listings, the open on an ex-date is on average below the previous close by the dividend.
    const gaps = ['VZ', 'T', 'PFE', 'KO', 'ABBV', 'CVX'].flatMap((symbol) => {
      const { open, close, time } = candles(symbol);
      return (actions(symbol)?.dividends ?? []).map(({ date, amount }) => {
        const bar = time.indexOf(Date.parse(date) / 1000);
        return (close[bar - 1]! - open[bar]!) / amount;
      });
    });
    const mean = gaps.reduce((a, b) => a + b, 0) / gaps.length;
    expect(mean).toBeGreaterThan(0.5);
    expect(mean).toBeLessThan(1.5);
  });
  test('there are one or two splits, and prices are adjusted for them', () => {
    const split = SAMPLE_LISTINGS.filter((entry) => stockOf(entry).actions?.splits.length);
    expect(split.map((entry) => entry.symbol)).toEqual(['NVDA', 'GE']);
    const { close } = candles('NVDA');
    expect(Math.max(...Array.from(close.subarray(1), (price, i) => close[i]! / price))).toBeLessThan(2);
  });
  test.each(['BTC-USD', '^GSPC'])('are not stated for %s', (symbol) => {
    expect(actions(symbol)).toBeNull();
  });
});

describe('the news', () => {
  test('are more than five in seven days for most listings', () => {
    const busy = SAMPLE_LISTINGS.filter(
      (entry) => newsOf(entry, NOON).filter((article) => article.datetime >= NOON - 7 * DAY).length > 5,
    );
    expect(busy.length / SAMPLE_LISTINGS.length).toBeGreaterThan(0.9);
  });
  test('agree with the bars', () => {
    const { close, time } = candles('AAPL');
    const report = newsOf(listing('AAPL'), NOON).find((article) => article.id.endsWith('2026-11-16-close'))!;
    const i = time.indexOf(Date.UTC(2026, 10, 16) / 1000);
    const change = Math.abs((close[i]! / close[i - 1]! - 1) * 100);
    expect(report.headline).toContain(
      change >= 0.25 ? `${change.toFixed(1)}% to $${close[i]!.toFixed(2)}` : 'little changed',
    );
    expect(report.datetime).toBe(Date.UTC(2026, 10, 16, 21) / 1000);
    expect(report).toMatchObject({ source: 'Sample market', url: '', image: '' });
  });
  test('do not change later and are never from the future', () => {
    const before = newsOf(listing('AAPL'), NOON);
    const after = newsOf(listing('AAPL'), NOON + DAY);
    expect(Math.max(...before.map((article) => article.datetime))).toBeLessThanOrEqual(NOON);
    const kept = new Map(after.map((article) => [article.id, article]));
    for (const article of before.filter(({ datetime }) => datetime >= NOON - 29 * DAY))
      expect(kept.get(article.id)).toEqual(article);
  });
});

describe('the search', () => {
  const symbols = (text: string) => searchSample(text).map((result) => result.symbol);
  test('puts the symbol itself first, then symbols and names that begin with the text', () => {
    expect(symbols('t')[0]).toBe('T');
    expect(symbols('app')[0]).toBe('AAPL');
    expect(symbols('meta')[0]).toBe('META');
    expect(symbols('gold')).toEqual(['GS', 'GLD']);
  });
  test('finds names without their accents and hyphens, and class shares by their dot', () => {
    expect(symbols('nestle')).toEqual(['NESN.SW']);
    expect([symbols('coca cola'), symbols('coca-c')]).toEqual([['KO'], ['KO']]);
    expect(symbols('brk.b')).toEqual(['BRK-B']);
  });
  test.each([
    ['US0378331005', ['AAPL']],
    [' brpetracnpr6', ['PETR4.SA']],
    ['DE0007236101', ['SIE.DE', 'SIE.F']],
    ['US0378331006', []],
  ])('finds the listings of the ISIN “%s”', (isin, found) => {
    expect(symbols(isin)).toEqual(found);
  });
  test('returns at most ten, and none for nonsense', () => {
    expect(symbols('a')).toHaveLength(10);
    expect(symbols('qqqq')).toEqual([]);
  });
});
