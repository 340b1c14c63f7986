import { formatDays, lastTradeDate, type Format, type QuotedListing } from '#compute';
import {
  type AlertRule,
  alertEventKey,
  alertKey,
  alertLevels,
  crossingsOf,
  observationKey,
  PRICE_METRICS,
  type AlertMetric,
  type Observation,
  type AlertEvent,
  type QuoteReady,
} from '#worker/contract';
import { anchorIn, splitAdjustedPrice, type PriceScale } from './anchor.ts';
import type { Change } from './user-items.ts';
import { starOf, watchlistOf, type Alert } from './watchlist.ts';
import { alertEdit, isSameCompany } from './watchlist-edits.ts';

/** The rule with its prices in today's scale, and without the anchor. `today` is `null` until the listing is known. */
export function splitAdjustedRule(rule: AlertRule, today: PriceScale | null): AlertRule {
  if (rule.on !== 'price' && rule.on !== 'range') return rule;
  const { anchor, ...shown } = rule;
  const inScale = (price: number) => splitAdjustedPrice(price, anchor, today);
  return shown.on === 'price'
    ? { ...shown, value: inScale(shown.value) }
    : { ...shown, low: inScale(shown.low), high: inScale(shown.high) };
}

/** Adds an anchor, which reveals a later split, if a finished session is known. */
function withAnchor(rule: AlertRule, today: PriceScale | null): AlertRule {
  if (rule.on !== 'price' && rule.on !== 'range') return rule;
  const anchor = today && anchorIn(today);
  return anchor === null ? rule : { ...rule, anchor };
}

/** The end of a sentence that begins with "Alert me when". `listing` and `today` are `null` until the listing is known. */
export function ruleText(
  format: Format,
  ticker: string,
  { rule, currency = '' }: Alert,
  listing: QuotedListing | null,
  today: PriceScale | null,
): string {
  const quoted = listing ?? { ticker, currency };
  const now = splitAdjustedRule(rule, today);
  switch (now.on) {
    case 'price':
      return `${ticker} ${now.direction === 'above' ? 'rises' : 'falls'} to ${format.level(now.value, quoted)} or ${now.direction}`;
    case 'day_change': {
      const isUp = now.direction === 'above';
      if (now.value >= 0 !== isUp)
        return `${ticker}’s day change ${isUp ? 'rises' : 'falls'} to ${format.percent(now.value, { signed: true })} or ${now.direction}`;
      return `${ticker} is ${isUp ? 'up' : 'down'} ${format.percent(Math.abs(now.value))} or more on the day`;
    }
    case 'range': {
      const forecast = `the ${now.horizon_days}-day forecast from ${format.isoDate(now.base_date, 'short')}`;
      return `${ticker} moves outside ${format.range(now.low, now.high, quoted)} on ${format.isoDate(now.session, 'short')}, the 80% range in ${forecast}`;
    }
    case 'signal':
      return `${ticker}’s model signal changes`;
    case 'odds': {
      const move = `a 2% ${now.of === 'buy' ? 'rise' : 'fall'} in ${formatDays(now.horizon_days)}`;
      return `${ticker}’s chance of ${move} ${now.direction === 'above' ? 'rises' : 'falls'} to ${format.share(now.value)} or ${now.direction}`;
    }
  }
}

/** The most alerts that a user can add to one listing. If devices or a file together bring more, all stay. */
export const MAX_ALERTS = 8;

/** Adds an alert to a watched listing, unless it is a duplicate or there are {@link MAX_ALERTS}. `today`: the scale of its prices. */
export function addAlert(ticker: string, { rule, ...rest }: Alert, today: PriceScale | null): Change {
  return (values) => {
    const item = watchlistOf(values).find((listing) => listing.ticker === ticker);
    const conditionOf = (each: AlertRule) => alertKey(ticker, splitAdjustedRule(each, today));
    const isKnown = item?.alerts.some((alert) => conditionOf(alert.rule) === conditionOf(rule));
    if (!item || isKnown || item.alerts.length >= MAX_ALERTS) return [];
    const anchored = withAnchor(rule, today);
    return [alertEdit(ticker, anchored, { rule: anchored, ...rest })];
  };
}

export function endAlerts(events: Iterable<AlertEvent>): Change {
  return (values) =>
    [...new Set(Array.from(events, ({ alert }) => alert))].flatMap((key) => {
      const value = values('alert').get(key);
      return value?.once === 'armed' ? { kind: 'alert', key, value: { ...value, once: 'triggered' } } : [];
    });
}

/** Takes a quote's company name, unless it may be another company's. */
export function takeQuote({ requested_ticker: ticker, company_name: name }: QuoteReady): Change {
  return (values) => {
    const star = values('star').get(ticker);
    const isNew = star !== undefined && star.name !== name && isSameCompany(star.name, name);
    return isNew ? [starOf(ticker, { ...star, name })] : [];
  };
}

/** A larger move may be a split that the history does not have yet: left to the server, which refetches the history. */
const LARGEST_JUMP = 1.25;

/** The events of crossings between two quotes, by key, decided as on the server. Signals and odds are left to the server. */
export function crossings(
  alerts: readonly Alert[],
  before: QuoteReady,
  now: QuoteReady,
): ReadonlyMap<string, AlertEvent> {
  const events = new Map<string, AlertEvent>();
  const jump = now.current_price / before.current_price;
  if (before.stale || now.stale || jump > LARGEST_JUMP || jump < 1 / LARGEST_JUMP) return events;
  const { requested_ticker: ticker } = now;
  const changes = new Map(
    ([...PRICE_METRICS, 'day_change'] as const).flatMap((metric) => {
      const observation = observationOf(now, metric);
      const change = observation && { before: observationOf(before, metric), now: observation };
      return change ? [[observationKey({ ticker, metric }), change] as const] : [];
    }),
  );
  const levels = alerts
    .filter(({ once }) => once !== 'triggered')
    .flatMap(({ rule, start }) => {
      const startAt = start === undefined ? 0 : Date.parse(start.at) / 1000;
      // The earlier quote does not count for an alert that was set after it.
      const isNew = startAt > Date.parse(before.as_of) / 1000;
      const [value, startSession] = [start?.value ?? null, start?.session ?? ''];
      const watched = { ticker, rule, start: value, startSession, startAt, isNew };
      return alertLevels(splitAdjustedRule(rule, now)).map((level) => Object.assign(level, watched));
    });
  for (const { level, crossed } of crossingsOf(levels, changes)) {
    const { rule } = level;
    const alert = alertKey(ticker, rule);
    events.set(alertEventKey(alert, crossed.session, crossed.direction), {
      ...crossed,
      alert,
      ticker,
      rule,
      price: now.current_price,
      currency: now.currency,
      exchange_timezone: now.exchange_timezone,
      at: now.as_of,
      source: now.source,
      is_read: false,
    });
  }
  return events;
}

function observationOf(quote: QuoteReady, metric: AlertMetric): Observation | null {
  const value = metric === 'day_change' ? quote.day_change_percent : quote.current_price;
  if (value === null) return null;
  return { value, session: lastTradeDate(quote), atSeconds: Date.parse(quote.as_of) / 1000 };
}
