/** When a user wants to be told of a listing, and how the browser tells them. */
import { chosenDecimals } from '#compute';
import type { QuoteReady } from '#worker/contract';
import type { Format } from '../format/format.ts';
import { anchorIn, priceToday, type PriceScale } from './anchor.ts';
import type { AlertRule } from './watchlist-items.ts';

/** Whether a quote fulfils a rule; `null` when the quote does not have what the rule asks for. */
export function isMet(rule: AlertRule, quote: QuoteReady): boolean | null {
  if (rule.on === 'signal') return quote.ai_signal === null ? null : quote.ai_signal === rule.signal;
  const value = rule.on === 'price' ? quote.current_price : quote.day_change_percent;
  if (value === null) return null;
  const limit = limitToday(rule, quote);
  return rule.direction === 'above' ? value >= limit : value <= limit;
}

/** The limit of a rule as it reads today; as it was made where nothing is known of the listing. */
export function limitToday(rule: Exclude<AlertRule, { on: 'signal' }>, today: PriceScale | null): number {
  return rule.on === 'price' ? priceToday(rule.value, rule.anchor, today) : rule.value;
}

/** The rule with what tells of a later split, where that is known. */
export function withAnchor(rule: AlertRule, today: PriceScale | null): AlertRule {
  if (rule.on !== 'price' || rule.anchor !== undefined) return rule;
  const anchor = today && anchorIn(today);
  return anchor === null ? rule : { ...rule, anchor };
}

/** Two rules that ask for the same today. */
export function isSameRule(a: AlertRule, b: AlertRule, today: PriceScale | null): boolean {
  return conditionOf(a, today) === conditionOf(b, today);
}

/** What tells a rule from the others of its ticker. Before a split and after it the same number is another rule. */
export function ruleKey(rule: AlertRule): string {
  const condition = conditionOf(rule, null);
  if (rule.on !== 'price' || rule.anchor === undefined) return condition;
  return `${condition}, ${rule.anchor.date} at ${rule.anchor.close}`;
}

function conditionOf(rule: AlertRule, today: PriceScale | null): string {
  return rule.on === 'signal'
    ? `signal ${rule.signal}`
    : `${rule.on} ${rule.direction} ${limitToday(rule, today)}`;
}

/** The rule as it reads today, as the end of a sentence that begins with its ticker; `currency` may not be known yet. */
export function ruleText(
  format: Format,
  rule: AlertRule,
  currency: string,
  today: PriceScale | null,
): string {
  if (rule.on === 'signal') return `model signal is ${rule.signal}`;
  const direction = rule.direction === 'above' ? 'at or above' : 'at or below';
  const limit = limitToday(rule, today);
  return rule.on === 'price'
    ? `price is ${direction} ${format.price(limit, currency, chosenDecimals(limit))}`
    : `day change is ${direction} ${format.percent(limit, { signed: true })}`;
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
