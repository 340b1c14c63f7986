/** The alerts of a watchlist. Every change returns a new list, or the same one where nothing changes. */
import type { QuoteReady } from '#worker/contract';
import type { PriceScale } from './anchor.ts';
import { isMet, isSameRule, ruleKey, withAnchor } from './alert-rule.ts';
import { withChanged, type AlertRule, type WatchlistItems } from './watchlist-items.ts';

/** As many as a user can add to one listing. Alerts that come together from several devices or a file may be more: all stay. */
export const MAX_ALERTS = 8;

/** An alert that has just begun to hold. */
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
    alerts: item.alerts.filter((alert) => ruleKey(alert.rule) !== ruleKey(rule)),
  }));
}

/**
 * Looks at a quote: names its company where that is unknown, and settles its alerts. A stale quote and one that does not
 * have what a rule asks for leave the alert as it was. A price that was typed before anything was known of its listing is
 * taken for one of today. Returns the list and the alerts that have begun to hold.
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
