import type { HorizonDays } from '../common/ticker-and-horizon.ts';
import { formatDays, type Format } from '../format/format.ts';
import type { QuotedListing } from '../format/price-decimals.ts';
import { AI_SIGNALS } from '../signals/signal.ts';

/** What the sentences read of a stored crossing. Prices are in the scale of its session. */
interface TriggeredAlert extends QuotedListing {
  readonly ticker: string;
  readonly rule:
    | { readonly on: 'price' | 'day_change' | 'signal' }
    | { readonly on: 'range'; readonly session: string }
    | { readonly on: 'odds'; readonly of: 'buy' | 'sell'; readonly horizon_days: HorizonDays };
  readonly direction: 'above' | 'below';
  /** `null` if any change counts. */
  readonly level: number | null;
  readonly previous: number;
  readonly value: number;
  /** The listing's price at that time; `null` if it was not checked. */
  readonly price: number | null;
  /** ISO time. */
  readonly at: string;
  readonly exchange_timezone: string;
  readonly source: string;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** A later notice with the same tag replaces this one. */
  readonly tag: string;
  /** The path that a press opens. */
  readonly url: string;
}

/** Says what happened, to follow the ticker: "fell to or below $140.00". */
export function triggeredText(format: Format, trigger: TriggeredAlert): string {
  const { rule, direction, level, previous, value } = trigger;
  const isUp = direction === 'above';
  switch (rule.on) {
    case 'price':
      return `${isUp ? 'rose to or above' : 'fell to or below'} ${format.level(level ?? value, trigger)}`;
    case 'day_change':
      return `day change reached ${format.percent(level ?? value, { signed: true })} or ${direction}`;
    case 'range':
      return `moved ${isUp ? 'above' : 'below'} its 80% range for ${format.isoDate(rule.session, 'short')} (${format.price(level ?? value, trigger)})`;
    case 'signal':
      return `model signal changed from ${AI_SIGNALS[previous]} to ${AI_SIGNALS[value]}`;
    case 'odds': {
      const move = `a 2% ${rule.of === 'buy' ? 'rise' : 'fall'} in ${formatDays(rule.horizon_days)}`;
      return `has a ${format.share(value)} chance of ${move} (your level: ${format.share(level ?? value)} or ${direction})`;
    }
  }
}

/** The one clock of a list of events: their exchange's, or `null` (no exchange's) if there are several. */
export function commonZone(events: readonly Pick<TriggeredAlert, 'exchange_timezone'>[]): string | null {
  const [zone = null, ...others] = new Set(events.map(({ exchange_timezone: timezone }) => timezone));
  return others.length === 0 ? zone : null;
}

/** The price and its time: "$139.50 · Nov 24, 09:41 New York.", by default on the exchange's clock. */
export function triggeredDetail(
  format: Format,
  event: TriggeredAlert,
  nowMs: number,
  timezone: string | null = event.exchange_timezone,
): string {
  const { price, at, source } = event;
  const time = format.time(at, timezone, nowMs);
  const simulated = source === 'sample' ? ' Simulated prices.' : '';
  return `${price === null ? '' : `${format.price(price, event)} · `}${time}.${simulated}`;
}

/** The notification of a triggered alert. Pressing it opens the listing at that alert. */
export function triggeredNotice(format: Format, key: string, event: TriggeredAlert, nowMs: number): Notice {
  return {
    title: `${event.ticker} ${triggeredText(format, event)}`,
    body: triggeredDetail(format, event, nowMs),
    tag: key,
    url: `/prediction?ticker=${encodeURIComponent(event.ticker)}&alert=${encodeURIComponent(key)}`,
  };
}
