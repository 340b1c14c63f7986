/** The model of `compute/forecast` written again, formula by formula, without regard to speed. */
import type { Candles, TradingCalendar } from '#compute';
import { isHalfDay, nextTradingDays } from '#compute/forecast/model-calendar.ts';

const clip = (x: number, limit: number): number => Math.max(-limit, Math.min(limit, x));
const sum = (values: readonly number[]): number => values.reduce((total, x) => total + x, 0);

/** Weighted mean of `values[1…t]`; the weight halves every `halfLife` bars back. */
function ew(values: readonly number[], t: number, halfLife: number): number {
  let top = 0;
  let bottom = 0;
  for (let i = 1; i <= t; i++) {
    const weight = 2 ** ((i - t) / halfLife);
    top += weight * values[i]!;
    bottom += weight;
  }
  return top / bottom;
}

/** Daily figures behind the features' averages; index 0 is unused. */
interface PlainDays {
  readonly candles: Candles;
  readonly squares: readonly number[];
  readonly ranges: readonly number[];
  readonly surprises: readonly number[];
  readonly logRanges: readonly number[];
  readonly overnights: readonly number[];
  readonly jumps: readonly number[];
  readonly usual: readonly number[];
}

export function plainDays(candles: Candles): PlainDays {
  const { open, high, low, close, volume } = candles;
  const days = {
    candles,
    squares: [0],
    ranges: [0],
    surprises: [0],
    logRanges: [0],
    overnights: [0],
    jumps: [0],
    usual: [0],
  };
  let meanVolume = Math.log(volume[1]!);
  for (let t = 1; t < close.length; t++) {
    const slow = t === 1 ? Infinity : ew(days.ranges, t - 1, 60);
    const change = Math.log(close[t]! / close[t - 1]!);
    const square = Math.min(change ** 2, 400 * Math.max(slow, 1e-4));
    const body = Math.log(close[t]! / open[t]!);
    const overnight = Math.log(open[t]! / close[t - 1]!) ** 2;
    const garmanKlass = 0.5 * Math.log(high[t]! / low[t]!) ** 2 - (2 * Math.LN2 - 1) * body ** 2;
    const range = Math.min(overnight + Math.max(0, garmanKlass), Math.max(25 * slow, 4 * square));
    const surprise = Math.log(volume[t]!) - meanVolume;
    meanVolume += surprise * (1 - 2 ** (-1 / 20));
    days.squares.push(square);
    days.ranges.push(range);
    days.surprises.push(surprise);
    days.usual.push(Math.max(ew(days.squares, t, 60), 1e-8));
    const u = days.usual[t]!;
    days.logRanges.push(Math.log(Math.max(range, 0.1 * u)));
    days.overnights.push(Math.min(overnight, Math.max(25 * u, 4 * square)));
    const isFirst = t === 1;
    const sigmas = isFirst ? 0 : Math.min(Math.sqrt(square / days.usual[t - 1]!), 5);
    days.jumps.push(sigmas * Math.max(surprise, 0));
  }
  return days;
}

/** The 22 features of bar `t` at a horizon of `h` sessions, in the order of the table. */
export function plainFeatures(days: PlainDays, t: number, h: number, calendar: TradingCalendar): number[] {
  const { candles, squares, ranges, surprises, logRanges, overnights, jumps, usual } = days;
  const logs = Array.from(candles.close, Math.log);
  const u = usual[t]!;
  const s = Math.sqrt(u);
  const rel = (x: number): number => clip(Math.log(Math.max(x, 0.1 * u)) - Math.log(u), 5);
  const last22 = Array.from({ length: 22 }, (_, i) => ranges[t - i] ?? 0).sort((a, b) => a - b);
  const past = logs.slice(Math.max(0, t - 251), t + 1);
  const move = (k: number): number => (t < k ? 0 : clip((logs[t]! - logs[t - k]!) / (s * Math.sqrt(k)), 4));
  const cycle = [63, 126, 189, 252].map((lag) => {
    const first = t + 1 - lag - 3;
    const usualJump = ew(jumps, t, 126) + 0.001;
    if (first < 60 || usualJump <= 0.01) return 0;
    const window = jumps.slice(first, Math.min(t + h - lag + 3, t) + 1);
    return Math.log((sum(window) / window.length + 0.2 * usualJump) / (1.2 * usualJump));
  });
  return [
    1,
    Math.log(u) + 8.5,
    clip(ew(logRanges, t, 2) - Math.log(u), 5),
    clip(ew(logRanges, t, 10) - Math.log(u), 5),
    rel((last22[10]! + last22[11]!) / 2),
    rel(ew(overnights, t, 5)),
    rel(ew(overnights, t, 20)),
    rel((Math.PI / 2) * ew(squares.map(Math.sqrt), t, 20) ** 2),
    Math.max(-4, (logs[t]! - Math.max(...past)) / (16 * s)),
    move(5),
    move(22),
    clip(surprises[t]!, 3),
    clip(Math.log(Math.max(ew(squares, t, 5), 1e-8) / u), 5),
    ...cycle,
    ...(h === 1 && calendar !== 'daily' ? plainCalendar(candles.time[t]!, calendar) : [0, 0, 0, 0, 0]),
  ];
}

function plainCalendar(seconds: number, calendar: TradingCalendar): number[] {
  const next = nextTradingDays(seconds, 1, calendar)[0]!;
  const days = (next - seconds) / 86_400;
  const date = new Date(next * 1000);
  const name = date.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
  const dayMonth = date.toISOString().slice(5, 10);
  return [
    days > 3 || (days > 1 && name !== 'Mon'),
    name === 'Wed' || name === 'Thu',
    name === 'Fri',
    dayMonth >= '12-22',
    isHalfDay(next, calendar),
  ].map(Number);
}
