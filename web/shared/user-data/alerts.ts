/** The alerts of a watchlist: what a rule says, when it is met, and how a list changes. */
import { alertKey, chosenDecimals, formatDays } from '#compute';
import type { QuoteReady } from '#worker/contract';
import type { Format } from '../format/format.ts';
import { anchorIn, priceToday, type PriceScale } from './anchor.ts';
import { withChanged, type AlertRule, type WatchlistItems } from './watchlist.ts';

/** Whether a quote fulfils a rule; `null` when a quote does not say that. */
export function isMet(rule: AlertRule, quote: QuoteReady): boolean | null {
  if (rule.on !== 'price' && rule.on !== 'day_change') return null;
  const value = rule.on === 'price' ? quote.current_price : quote.day_change_percent;
  if (value === null) return null;
  const limit = limitToday(rule, quote);
  return rule.direction === 'above' ? value >= limit : value <= limit;
}

/** The limit of a rule as it reads today; as it was made where nothing is known of the listing. */
export function limitToday(
  rule: Extract<AlertRule, { on: 'price' | 'day_change' }>,
  today: PriceScale | null,
): number {
  return rule.on === 'price' ? priceToday(rule.value, rule.anchor, today) : rule.value;
}

/** The rule with an anchor, which reveals a later split, where one is known. */
export function withAnchor(rule: AlertRule, today: PriceScale | null): AlertRule {
  if (rule.on !== 'price' || rule.anchor !== undefined) return rule;
  const anchor = today && anchorIn(today);
  return anchor === null ? rule : { ...rule, anchor };
}

/** Two rules that ask for the same today. */
export function isSameRule(a: AlertRule, b: AlertRule, today: PriceScale | null): boolean {
  return conditionOf(a, today) === conditionOf(b, today);
}

function conditionOf(rule: AlertRule, today: PriceScale | null): string {
  return rule.on === 'price' ? `price ${rule.direction} ${limitToday(rule, today)}` : alertKey('', rule);
}

/** The rule as it reads today, as the end of a sentence that begins with its ticker; `currency` may not be known yet. */
export function ruleText(
  format: Format,
  rule: AlertRule,
  currency: string,
  today: PriceScale | null,
): string {
  if (rule.on === 'signal') return 'model signal changes';
  if (rule.on === 'range') {
    const [low, high] = [rule.low, rule.high].map((bound) => format.price(bound, currency));
    return `price leaves ${low} to ${high} on ${format.isoDate(rule.session)}`;
  }
  const direction = rule.direction === 'above' ? 'at or above' : 'at or below';
  if (rule.on === 'odds') {
    const move = `${rule.of === 'buy' ? 'rise' : 'fall'} of 2% in ${formatDays(rule.horizon_days)}`;
    return `odds of a ${move} are ${direction} ${format.share(rule.value)}`;
  }
  const limit = limitToday(rule, today);
  return rule.on === 'price'
    ? `price is ${direction} ${format.price(limit, currency, chosenDecimals(limit))}`
    : `day change is ${direction} ${format.percent(limit, { signed: true })}`;
}

/** Whether the browser may show our notifications; `unsupported` where it has none. */
export type NotifyPermission = NotificationPermission | 'unsupported';

/** What the browser lets us do: notify, ask first, or neither. It does not ask. */
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
    // Phones have the permission but not the constructor; the alert is on the page all the same.
  }
}

/** As many as a user can add to one listing. Alerts that come together from several devices or a file may be more: all stay. */
export const MAX_ALERTS = 8;

/** An alert that is newly met. */
export interface MetAlert {
  readonly rule: AlertRule;
  readonly quote: QuoteReady;
}

/** Adds a rule to a listing, whose prices are of `today`, unless it is there or there are {@link MAX_ALERTS}. */
export function withAlert(
  items: WatchlistItems,
  ticker: string,
  rule: AlertRule,
  today: PriceScale | null,
): WatchlistItems {
  return withChanged(items, ticker, (item) =>
    item.alerts.length >= MAX_ALERTS || item.alerts.some((alert) => isSameRule(alert.rule, rule, today))
      ? item
      : { ...item, alerts: [...item.alerts, { rule: withAnchor(rule, today), isMet: false }] },
  );
}

/** The list without one alert of a ticker; its row stays. */
export function withoutAlert(items: WatchlistItems, ticker: string, rule: AlertRule): WatchlistItems {
  return withChanged(items, ticker, (item) => ({
    ...item,
    alerts: item.alerts.filter((alert) => alertKey(ticker, alert.rule) !== alertKey(ticker, rule)),
  }));
}

/**
 * The list after a quote, with its company's name, and the alerts that are newly met. A stale quote and one that lacks the
 * rule's value leave the alert as it was. A price that was typed before the first quote counts as one of today.
 */
export function withQuote(items: WatchlistItems, quote: QuoteReady): [WatchlistItems, readonly MetAlert[]] {
  const met: MetAlert[] = [];
  const next = withChanged(items, quote.requested_ticker, (item) => {
    const alerts = item.alerts.map((alert) => {
      if (quote.stale) return alert;
      const rule = withAnchor(alert.rule, quote);
      const holds = isMet(rule, quote) ?? alert.isMet;
      if (holds && !alert.isMet) met.push({ rule, quote });
      return holds === alert.isMet && rule === alert.rule ? alert : { rule, isMet: holds };
    });
    const isSame = alerts.every((alert, index) => alert === item.alerts[index]);
    return isSame && item.name === quote.company_name ? item : { ...item, name: quote.company_name, alerts };
  });
  return [next, met];
}
