/** What an alert watches, for Worker and page. */
import type { HorizonDays } from '#compute';
import type { AlertEvent } from './account-contract.ts';

export type AlertRule = AlertEvent['rule'];

/** An alert's key: its ticker and its rule. The anchor is part of it, since a split turns the same number into another rule. */
export function alertKey(ticker: string, rule: AlertRule): string {
  return `${ticker} ${ruleKey(rule)}`;
}

function ruleKey(rule: AlertRule): string {
  switch (rule.on) {
    case 'price': {
      const { direction, value, anchor } = rule;
      return `price ${direction} ${value}${anchor ? `, ${anchor.date} at ${anchor.close}` : ''}`;
    }
    case 'day_change':
      return `day_change ${rule.direction} ${rule.value}`;
    case 'range':
      return `range ${rule.session} from ${rule.base_date} ${rule.horizon_days}`;
    case 'signal':
      return 'signal';
    case 'odds':
      return `odds ${rule.of} ${rule.horizon_days} ${rule.direction} ${rule.value}`;
  }
}

/** `range` is a price, compared with one session's range; `signal` is an index into `AI_SIGNALS`. */
export type AlertMetric =
  | 'price'
  | 'range'
  | 'day_change'
  | 'signal'
  | `odds_${'buy' | 'sell'}_${HorizonDays}`;

/** Metrics in the listing's currency. A split rescales them. */
export const PRICE_METRICS: readonly AlertMetric[] = ['price', 'range'];

export interface AlertLevel {
  readonly metric: AlertMetric;
  readonly direction: AlertEvent['direction'];
  /** `null`: any change in `direction` counts. */
  readonly level: number | null;
  /** The value each session starts from; `null` carries the previous session's last value over. */
  readonly opens: number | null;
  /** The only session in which the level counts; `null` for every session. */
  readonly session: string | null;
}

export function alertLevels(rule: AlertRule): readonly AlertLevel[] {
  switch (rule.on) {
    case 'range': {
      const within = { metric: 'range', opens: (rule.low + rule.high) / 2, session: rule.session } as const;
      return [
        { ...within, direction: 'below', level: rule.low },
        { ...within, direction: 'above', level: rule.high },
      ];
    }
    case 'signal': {
      const change = { metric: 'signal', level: null, opens: null, session: null } as const;
      return [
        { ...change, direction: 'below' },
        { ...change, direction: 'above' },
      ];
    }
    default: {
      const { on, direction, value: level } = rule;
      const metric = on === 'odds' ? (`odds_${rule.of}_${rule.horizon_days}` as const) : on;
      return [{ metric, direction, level, opens: on === 'day_change' ? 0 : null, session: null }];
    }
  }
}
