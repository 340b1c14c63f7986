/** When a user wants to be told of a listing, and how the browser tells them. */
import { AI_SIGNALS, type AiSignal } from '#compute';
import type { QuoteReady } from '#worker/contract';
import type { Format } from '../format/format.ts';

/** When a user wants to be told. Prices in the listing's currency, changes of the day in percent (2 means 2 %). */
export type AlertRule =
  | {
      readonly on: 'price' | 'day_change';
      readonly direction: 'above' | 'below';
      /** Reached counts: at or above, at or below. */
      readonly value: number;
    }
  | { readonly on: 'signal'; readonly signal: AiSignal };

/** A rule and whether it held at the last check. It tells when it begins to hold, and again only after it has ceased to. */
export interface Alert {
  readonly rule: AlertRule;
  readonly isMet: boolean;
}

/** Whether a quote fulfils a rule; `null` when the quote does not have what the rule asks for. */
export function isMet(rule: AlertRule, quote: QuoteReady): boolean | null {
  if (rule.on === 'signal') return quote.ai_signal === null ? null : quote.ai_signal === rule.signal;
  const value = rule.on === 'price' ? quote.current_price : quote.day_change_percent;
  if (value === null) return null;
  return rule.direction === 'above' ? value >= rule.value : value <= rule.value;
}

/** Two rules that ask for the same. */
export function isSameRule(a: AlertRule, b: AlertRule): boolean {
  return ruleKey(a) === ruleKey(b);
}

/** What tells a rule from the others of its ticker. */
export function ruleKey(rule: AlertRule): string {
  return rule.on === 'signal' ? `signal ${rule.signal}` : `${rule.on} ${rule.direction} ${rule.value}`;
}

/** The rule in words, as the end of a sentence that begins with its ticker; `currency` may not be known yet. */
export function ruleText(format: Format, rule: AlertRule, currency: string): string {
  if (rule.on === 'signal') return `model signal is ${rule.signal}`;
  const direction = rule.direction === 'above' ? 'at or above' : 'at or below';
  return rule.on === 'price'
    ? `price is ${direction} ${format.price(rule.value, currency)}`
    : `day change is ${direction} ${format.percent(rule.value, { signed: true })}`;
}

/** Whether something stored or typed is a rule: a finite number, a price above 0, a known signal. */
export function isAlertRule(value: unknown): value is AlertRule {
  if (typeof value !== 'object' || value === null) return false;
  const { on, direction, value: limit, signal } = value as Record<string, unknown>;
  if (on === 'signal') return AI_SIGNALS.some((level) => level === signal);
  return (
    (on === 'price' || on === 'day_change') &&
    (direction === 'above' || direction === 'below') &&
    Number.isFinite(limit) &&
    (on === 'day_change' || (limit as number) > 0)
  );
}

/** Whether the browser may show our notifications; `unsupported` where it has none. */
export type NotifyPermission = NotificationPermission | 'unsupported';

/** What the browser lets us do: notify, ask first, or neither. Asks nobody. */
export function notifyPermission(): NotifyPermission {
  return 'Notification' in globalThis ? Notification.permission : 'unsupported';
}

/** Shows a notification where the user has agreed; one with the same `tag`, of another tab too, is replaced by it. */
export function notify(title: string, body: string, tag: string): void {
  if (notifyPermission() !== 'granted') return;
  try {
    // oxlint-disable-next-line no-new -- it shows itself
    new Notification(title, { body, tag, icon: '/favicon.svg' });
  } catch {
    // Phones have the permission but not the constructor; the alert stands on the page all the same.
  }
}
