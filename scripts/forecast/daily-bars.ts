import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  candlesFromRows,
  isTradingDay,
  listingKind,
  parseIsoDate,
  reactingSessions,
  withDividends,
  withResults,
  type Candles,
  type Dividend,
  type ListingKind,
  type ResultsDay,
  type TradingCalendar,
} from '#compute';
import { firstBarFrom } from '../../compute/prices/candles.ts';
import { INSTRUMENTS } from '../../worker/providers/yahoo/chart.ts';

/** The bars of one `TICKER.csv` in a data folder. */
export interface DailyBars {
  readonly ticker: string;
  /** The first two letters of the manifest's group; empty without a manifest. Tickers of one era are held out together. */
  readonly era: string;
  /** The manifest's group; empty without a manifest. */
  readonly group: string;
  readonly candles: Candles;
  readonly calendar: TradingCalendar;
  readonly kind: ListingKind;
  /** The sessions that reacted to results, epoch seconds; `null` if no dates are known. */
  readonly results: readonly number[] | null;
  /** The first bar that is scored as an origin. */
  readonly scoreFrom: number;
}

interface ManifestEntry {
  readonly ticker: string;
  readonly group?: string;
  readonly score_from?: string;
  /** Yahoo's instrument type (`ETF`, `INDEX`); a share by default. */
  readonly type?: string;
  readonly name?: string;
}

/** Bars before the first origin, unless the manifest says otherwise: one year. */
const DEFAULT_HISTORY_BARS = 250;

/**
 * Reads every `TICKER.csv` of a folder (date,open,high,low,close,volume and optionally dividend; ascending), in the order of
 * its `manifest.json`, then alphabetically. A second folder may have the results days of each `TICKER.csv` (date,side;
 * ascending). Throws on a malformed file.
 */
export function readDailyBars(directory: string, resultsDirectory?: string): DailyBars[] {
  const manifestPath = join(directory, 'manifest.json');
  const manifest = existsSync(manifestPath)
    ? (JSON.parse(readFileSync(manifestPath, 'utf8')) as readonly ManifestEntry[])
    : [];
  const order = manifest.map(({ ticker }) => ticker);
  const rank = (ticker: string): number => (order.includes(ticker) ? order.indexOf(ticker) : order.length);
  const tickers = readdirSync(directory)
    .filter((name) => name.endsWith('.csv'))
    .map((name) => name.slice(0, -'.csv'.length))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  if (tickers.length === 0) throw new Error(`no TICKER.csv in ${directory}`);
  return tickers.map((ticker) => {
    const entry = manifest.find((candidate) => candidate.ticker === ticker);
    const bars = readCandles(join(directory, `${ticker}.csv`));
    const calendar = calendarOf(bars.time);
    const days =
      resultsDirectory === undefined ? null : readResultsDays(join(resultsDirectory, `${ticker}.csv`));
    const results = days && reactingSessions(days, bars, calendar).sessions;
    const candles = withResults(bars, results ?? []);
    return {
      ticker,
      results,
      kind: kindOf(ticker, entry),
      era: entry?.group?.slice(0, 2) ?? '',
      group: entry?.group ?? '',
      candles,
      calendar,
      scoreFrom:
        entry?.score_from === undefined
          ? DEFAULT_HISTORY_BARS
          : firstBarFrom(candles.time, secondsOf(entry.score_from)),
    };
  });
}

function kindOf(ticker: string, entry: ManifestEntry | undefined): ListingKind {
  const instrument = INSTRUMENTS.get(entry?.type ?? 'EQUITY') ?? 'other';
  return listingKind(instrument, ticker, entry?.name ?? '');
}

function readResultsDays(path: string): ResultsDay[] | null {
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => {
    const [date = '', side = ''] = line.split(',');
    secondsOf(date);
    if (side === 'before_open' || side === 'after_close') return { date, side };
    if (side !== '') throw new Error(`${path}: not a side: ${line}`);
    return { date, side: null };
  });
}

/** Up to this share of bars on holidays are stray rows; more of them mean another calendar. */
const STRAY_SHARE = 0.01;

/** The calendar that fits the bars' dates. */
function calendarOf(time: Float64Array): TradingCalendar {
  const isOn = (calendar: TradingCalendar): boolean =>
    time.filter((date) => !isTradingDay(date, calendar)).length <= STRAY_SHARE * time.length;
  return (['nyse', 'weekday'] as const).find(isOn) ?? 'daily';
}

function readCandles(path: string): Candles {
  const lines = readFileSync(path, 'utf8').trim().split('\n').slice(1);
  const dividends: Dividend[] = [];
  const candles = candlesFromRows(
    lines.map((line) => {
      const [date = '', ...figures] = line.split(',');
      const [open = NaN, high = NaN, low = NaN, close = NaN, volume = NaN, amount = 0] = figures.map(Number);
      if (!(open > 0 && high > 0 && low > 0 && close > 0)) throw new Error(`${path}: not a bar: ${line}`);
      if (amount > 0) dividends.push({ date, amount });
      return { time: secondsOf(date), open, high, low, close, volume };
    }),
  );
  return withDividends(candles, dividends);
}

function secondsOf(date: string): number {
  const seconds = parseIsoDate(date);
  if (seconds === null) throw new Error(`not a date: ${date}`);
  return seconds;
}
