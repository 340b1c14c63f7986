/** An alert that fired, in the words of a notification and of the list of what fired. */
import type { Format } from '../format/format.ts';
import { chosenDecimals } from '../format/decimals.ts';
import { AI_SIGNALS } from '../signals/signal.ts';
import { formatDays } from '../format/format.ts';
import type { AlertDirection, AlertRule } from './alert-level.ts';

/** What is known of a crossing. Prices in the scale of its session. */
export interface FiredAlert {
  readonly rule: AlertRule;
  readonly direction: AlertDirection;
  /** `null` where any change counts. */
  readonly level: number | null;
  readonly previous: number;
  readonly value: number;
  /** Of the listing; empty when unknown. */
  readonly currency: string;
}

/** What happened, as the end of a sentence that begins with the ticker: "fell to $140.00 or below". */
export function firedText(
  format: Format,
  { rule, direction, level, previous, value, currency }: FiredAlert,
): string {
  const isUp = direction === 'above';
  const price = (at: number) => format.price(at, currency, chosenDecimals(at));
  switch (rule.on) {
    case 'price':
      return `${isUp ? 'rose' : 'fell'} to ${price(level ?? value)} or ${direction}`;
    case 'day_change':
      return `moved to ${format.percent(level ?? value, { signed: true })} or ${direction} for the day`;
    case 'range':
      return `left its 80% range for ${format.isoDate(rule.session, 'short')}: ${isUp ? 'above' : 'below'} ${price(level ?? value)}`;
    case 'signal':
      return `has a new model signal: ${AI_SIGNALS[value]}, was ${AI_SIGNALS[previous]}`;
    case 'odds': {
      const move = `a ${rule.of === 'buy' ? 'rise' : 'fall'} of 2% in ${formatDays(rule.horizon_days)}`;
      return `has odds of ${format.share(value)} for ${move}: ${format.share(level ?? value)} or ${direction}`;
    }
  }
}
