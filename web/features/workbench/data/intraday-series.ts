import {
  extendedEndSeconds,
  resampleParts,
  sessionEndSeconds,
  zonedDate,
  type Candles,
  type TradingHours,
} from '#compute';
import type { IntradayBars } from './workbench-data.ts';
import type { WorkbenchView } from '../view/workbench-view.ts';
import type { IndicatorLines } from '../view/chosen-indicators.ts';
import {
  memoizeByObject,
  overlaysOn,
  priceScale,
  type IntradayContext,
  type WorkbenchSeries,
} from './chart-series.ts';

interface IntradaySources {
  readonly own: IntradayBars;
  readonly others: readonly IntradayBars[];
  readonly lines: IndicatorLines;
  readonly hours: TradingHours;
}

export function intradaySeries(
  { own, others, lines, hours }: IntradaySources,
  { scale, hasExtended }: Pick<WorkbenchView, 'scale' | 'hasExtended'>,
): WorkbenchSeries {
  const { candles, response } = own;
  const dates = withRestOfDay(own, hours, hasExtended);
  const base = response.previous_close ?? candles.close[0] ?? Number.NaN;
  return {
    candles,
    intraday: intradayContext(own),
    forecast: null,
    dates,
    baseIndex: 0,
    base,
    lines,
    place: priceScale(scale, base),
    overlays: overlaysOn(
      scale,
      { starts: candles.time, dates, from: 0 },
      others.map((other) => ({ ...other, base: other.response.previous_close })),
    ),
  };
}

const intradayContext = memoizeByObject(({ response, candles }: IntradayBars): IntradayContext => {
  const { time, high, low } = candles;
  const dayOf = (bar: number) => zonedDate(time[bar] ?? 0, response.exchange_timezone);
  const firsts = response.session_parts.map(({ from }) => from);
  const dayStarts = firsts.filter((bar, i) => i === 0 || dayOf(bar) !== dayOf(firsts[i - 1] ?? 0));
  const today = response.session_parts.filter(
    ({ part, from }) => part === 'regular' && from >= (dayStarts.at(-1) ?? 0),
  );
  const price = response.previous_close;
  const dayBase = (bar: number) => {
    const start = dayStarts.findLast((first) => first <= bar) ?? 0;
    const before = response.session_parts.findLast(({ part, to }) => part === 'regular' && to <= start);
    return before === undefined ? (price ?? undefined) : candles.close[before.to - 1];
  };
  const within = (column: Float64Array) => today.flatMap(({ from, to }) => [...column.subarray(from, to)]);
  return {
    response,
    dayStarts,
    closeBefore:
      price === null
        ? null
        : { price, name: dayStarts.length > 1 ? 'Close before the range' : 'Previous close' },
    dayBase,
    dayRange: today.length === 0 ? null : { high: Math.max(...within(high)), low: Math.min(...within(low)) },
  };
});

/** Free space after the last bar, as a share of all bars, even if the day is over. */
const MARGIN_SHARE = 0.012;

/** Start times of the bars, then of the bars that fit into the rest of the day. */
function withRestOfDay({ candles, response }: IntradayBars, hours: TradingHours, hasExtended: boolean) {
  const { time } = candles;
  const { interval_seconds: seconds, exchange_timezone: timezone } = response;
  const next = (time.at(-1) ?? 0) + seconds;
  const end = (hasExtended ? extendedEndSeconds : sessionEndSeconds)(
    hours,
    zonedDate(next - seconds, timezone),
  );
  const room = Math.max(Math.ceil((end - next) / seconds), Math.ceil(time.length * MARGIN_SHARE));
  return Float64Array.from(
    { length: time.length + room },
    (_, i) => time[i] ?? next + (i - time.length) * seconds,
  );
}

/** The bars of regular trading only; all bars if there are none of it yet. */
export const regularOf = memoizeByObject((served: IntradayBars): IntradayBars => {
  const { candles, response } = served;
  const regular = response.session_parts.filter(({ part }) => part === 'regular');
  if (regular.length === 0 || regular.length === response.session_parts.length) return served;
  let end = 0;
  const parts = regular.map(({ part, from, to }) => ({ part, from: end, to: (end += to - from) }));
  const isRegular = (_value: number, bar: number) => regular.some(({ from, to }) => bar >= from && bar < to);
  const columns = Object.entries(candles).map(([name, column]) => [name, column.filter(isRegular)]);
  const kept = Object.fromEntries(columns) as Candles;
  const lastEnd = ((kept.time.at(-1) ?? 0) + response.interval_seconds) * 1000;
  const asOf = new Date(Math.min(Date.parse(response.as_of), lastEnd)).toISOString();
  return { ...served, candles: kept, response: { ...response, session_parts: parts, as_of: asOf } };
});

/** Merges bars into longer ones; bars that are long enough stay as they are. */
export const minutesOf = memoizeByObject((served: IntradayBars, minutes: number): IntradayBars => {
  const seconds = minutes * 60;
  if (seconds <= served.response.interval_seconds) return served;
  const { candles, parts } = resampleParts(served.candles, served.response.session_parts, seconds);
  const response = { ...served.response, session_parts: [...parts], interval_seconds: seconds };
  return { ...served, candles, response };
});
