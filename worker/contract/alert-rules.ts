/** What an alert watches, for Worker and page. */
import { parseTicker, type HorizonDays } from '#compute';
import * as v from 'valibot';
import { horizonDays, isoDate, number, positive, shortText, source, text, type Wire } from './fields.ts';

/** A finished session before the item was created, and its close as read then. Another close in a later history means a split. */
export const anchorSchema = v.exactOptional(
  v.strictObject({ source: shortText, date: isoDate, close: positive }),
);

const directionSchema = v.picklist(['above', 'below']);

export const tickerSchema = v.pipe(
  text,
  v.check((symbol) => {
    const parsed = parseTicker(symbol);
    return parsed.ok && parsed.value === symbol;
  }),
);

const probability = v.pipe(number, v.minValue(0), v.maxValue(1));

/** Prices in the listing's currency and in the scale of the anchor. */
export const alertRule = v.variant('on', [
  v.strictObject({
    on: v.literal('price'),
    direction: directionSchema,
    value: positive,
    anchor: anchorSchema,
  }),
  v.strictObject({ on: v.literal('day_change'), direction: directionSchema, value: number }),
  v.strictObject({
    on: v.literal('range'),
    session: isoDate,
    base_date: isoDate,
    horizon_days: horizonDays,
    low: positive,
    high: positive,
    anchor: anchorSchema,
  }),
  v.strictObject({ on: v.literal('signal') }),
  v.strictObject({
    on: v.literal('odds'),
    of: v.picklist(['buy', 'sell']),
    horizon_days: horizonDays,
    direction: directionSchema,
    value: probability,
  }),
]);

/** The rule's metric when the rule was created: a price, a percentage, a probability, an index into `AI_SIGNALS`. */
export const alertStart = v.strictObject({
  value: number,
  session: isoDate,
  at: v.pipe(text, v.isoTimestamp()),
});

export const alertEvent = v.strictObject({
  /** The alert's key, and its rule, since the alert may have been removed. */
  alert: shortText,
  ticker: tickerSchema,
  rule: alertRule,
  session: isoDate,
  direction: directionSchema,
  /** The level that was crossed, in the scale of the session; `null` for a signal, for which any change counts. */
  level: v.nullable(number),
  /** The metric before and after the crossing; see `start`. */
  previous: number,
  value: number,
  /** The price at the crossing, in `currency`; `null` if it is not known. */
  price: v.nullable(positive),
  /** Empty if unknown. */
  currency: shortText,
  exchange_timezone: shortText,
  /** When the price was current, or when the session closed. */
  at: v.pipe(text, v.isoTimestamp()),
  source,
  is_read: v.boolean(),
});

export type AlertEvent = Wire<typeof alertEvent>;
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
