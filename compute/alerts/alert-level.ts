/** What a rule of an alert waits for, as levels of measured values, and when one of them is crossed. */
import type { HorizonDays } from '../ticker-and-horizon.ts';

export type AlertDirection = 'above' | 'below';

/** A finished session before something was made, and its close as it read then: a later history shows by it what was split. */
interface Anchor {
  readonly source: string;
  readonly date: string;
  readonly close: number;
}

/** The condition to alert on. Prices in the listing's currency and in the scale of the anchor. Dates are sessions. */
export type AlertRule =
  | {
      readonly on: 'price';
      readonly direction: AlertDirection;
      readonly value: number;
      readonly anchor?: Anchor;
    }
  /** In percent: 2 means 2 %. */
  | { readonly on: 'day_change'; readonly direction: AlertDirection; readonly value: number }
  /** The price leaves the range that the forecast from `base_date` gave for `session`. */
  | {
      readonly on: 'range';
      readonly session: string;
      readonly base_date: string;
      readonly horizon_days: HorizonDays;
      readonly low: number;
      readonly high: number;
      readonly anchor?: Anchor;
    }
  /** The model signal differs from the last check. */
  | { readonly on: 'signal' }
  /** P(close 2 % higher, or lower, after the horizon), 0…1. */
  | {
      readonly on: 'odds';
      readonly of: 'buy' | 'sell';
      readonly horizon_days: HorizonDays;
      readonly direction: AlertDirection;
      readonly value: number;
    };

/** `range` is a price within one session's range; `signal` is the model signal's place in `AI_SIGNALS`. */
export type AlertMetric =
  | 'price'
  | 'range'
  | 'day_change'
  | 'signal'
  | `odds_${'buy' | 'sell'}_${HorizonDays}`;

/** The metrics in the listing's currency, which a split rescales. */
export const PRICE_METRICS: readonly AlertMetric[] = ['price', 'range'];

/** One way in which a rule fires. */
export interface AlertLevel {
  readonly metric: AlertMetric;
  readonly direction: AlertDirection;
  /** `null`: any change in the direction. */
  readonly level: number | null;
  /** The value each session starts from; `null` carries the previous session's last value over. */
  readonly opens: number | null;
  /** The one session in which it counts; `null`: every one. */
  readonly session: string | null;
}

/** A value as it was looked at. */
export interface Observation {
  readonly value: number;
  /** Date of the session that the value is of. */
  readonly session: string;
  /** Instant of the value, such as the trade's; epoch seconds. */
  readonly atSeconds: number;
}

export function alertLevels(rule: AlertRule): readonly AlertLevel[] {
  const always = { opens: null, session: null };
  switch (rule.on) {
    case 'price':
      return [{ metric: 'price', direction: rule.direction, level: rule.value, ...always }];
    case 'day_change':
      return [{ ...always, metric: 'day_change', direction: rule.direction, level: rule.value, opens: 0 }];
    case 'range': {
      const within = { metric: 'range', opens: (rule.low + rule.high) / 2, session: rule.session } as const;
      return [
        { ...within, direction: 'below', level: rule.low },
        { ...within, direction: 'above', level: rule.high },
      ];
    }
    case 'signal': {
      const change = { metric: 'signal', level: null, ...always } as const;
      return [
        { ...change, direction: 'below' },
        { ...change, direction: 'above' },
      ];
    }
    case 'odds': {
      const metric = `odds_${rule.of}_${rule.horizon_days}` as const;
      return [{ metric, direction: rule.direction, level: rule.value, ...always }];
    }
  }
}

/** Whether a level was crossed between two checks. Half-open, so a value exactly on the level counts once. An older value never counts. */
export function isCrossed(
  { direction, level, opens, session }: AlertLevel,
  previous: Observation | null,
  now: Observation,
): boolean {
  if (previous === null || now.atSeconds <= previous.atSeconds) return false;
  if (session !== null && session !== now.session) return false;
  const from = opens !== null && previous.session !== now.session ? opens : previous.value;
  if (direction === 'above') return level === null ? from < now.value : from < level && level <= now.value;
  return level === null ? now.value < from : now.value <= level && level < from;
}

/** The key of what an alert did in a session. The Worker and an open tab that see the same crossing give it the same one. */
export function alertEventKey(alert: string, session: string, direction: AlertDirection): string {
  return `${alert} ${session} ${direction}`;
}
