/** What the workbench has computed of its bars, and by whom: a worker of its own, so that the first analysis has none of it. */
import {
  barsInYear,
  continuedLines,
  indicatorLines,
  intradayBarsInYear,
  unchangedBars,
  type Candles,
  type IndicatorKind,
  type TradingCalendar,
  type TradingHours,
} from '#compute';

export interface IndicatorRequest {
  readonly candles: Candles;
  readonly indicators: readonly {
    readonly kind: IndicatorKind;
    readonly parameters: readonly number[];
  }[];
  /** Of bars within the day, which do not tell how many of them a year has. */
  readonly withinDay: { readonly hours: TradingHours; readonly intervalSeconds: number } | null;
}

/** Of each indicator its lines, each as long as the candles. */
export type IndicatorLines = readonly (readonly Float64Array[])[];

interface Memory {
  readonly candles: Candles;
  readonly lines: ReadonlyMap<string, readonly Float64Array[]>;
}

/** Computes indicators, and goes on from what it remembers: most requests are for the same bars, or for one bar more. */
export function createIndicatorApi() {
  let memory: Memory | null = null;
  return {
    linesOf({ candles, indicators, withinDay }: IndicatorRequest): IndicatorLines {
      const barsPerYear =
        withinDay === null
          ? barsInYear(candles.time)
          : intradayBarsInYear(withinDay.hours, withinDay.intervalSeconds);
      const bars = memory === null ? 0 : unchangedBars(memory.candles, candles);
      const isSame = bars === candles.time.length && bars === memory?.candles.time.length;
      const lines = new Map(isSame ? memory?.lines : []);
      const asked = indicators.map(({ kind, parameters }) => {
        const key = [kind, ...parameters, barsPerYear].join(' ');
        const earlier = memory?.lines.get(key);
        const own =
          lines.get(key) ??
          (earlier === undefined
            ? indicatorLines(candles, kind, parameters, barsPerYear)
            : continuedLines({ lines: earlier, bars }, candles, kind, parameters, barsPerYear));
        lines.set(key, own);
        return own;
      });
      memory = { candles, lines };
      return asked;
    },
    /** As `modelVolatility`, whose code comes with the first indicator that shows it. */
    async modelVolatility(candles: Candles, calendar: TradingCalendar): Promise<Float64Array> {
      const { modelVolatility } = await import('./model-volatility.ts');
      return modelVolatility(candles, calendar);
    },
  };
}

export type IndicatorApi = ReturnType<typeof createIndicatorApi>;
